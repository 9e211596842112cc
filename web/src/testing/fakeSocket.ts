// A socket whose other end is the test.

export class FakeSocket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly sent: Record<string, Record<string, unknown>>[] = [];
  closed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.closed = true;
  }

  /** The server sends a message. */
  receive(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** The newest request of a kind. */
  last(kind: string): Record<string, unknown> | undefined {
    return this.sent.findLast((message) => kind in message)?.[kind];
  }

  /** The ref of the newest request of a kind. */
  ref(kind: string): unknown {
    return this.last(kind)?.['ref'];
  }

  count(kind: string): number {
    return this.sent.filter((message) => kind in message).length;
  }
}
