// The people whom one blocks.
import { getJson, sendDelete, sendPut } from '../net/http';
import type { Block } from '../generated/http';

export type { Block };

export async function listBlocks(): Promise<Block[]> {
  return ((await getJson('/api/blocks')) as { blocks: Block[] }).blocks;
}

const path = (name: string): string => `/api/blocks/${encodeURIComponent(name)}`;

export async function block(name: string): Promise<void> {
  await sendPut(path(name));
}

export async function unblock(name: string): Promise<void> {
  await sendDelete(path(name));
}
