// Who would play, what one would play oneself, and the table that one is asked to sit down at.
import type { Proposal, ProposalEnded, ReadyGroup, ReadyWish, Welcome } from '../generated/protocol';
import { notePromise } from '../deal/promises';
import { randomHex } from '../deal/sha256';
import type { Connection } from '../net/connection';
import { quietly } from '../net/quietly';

export class ReadyState {
  /** Who would play what. */
  groups = $state.raw<ReadyGroup[]>([]);
  /** What one would play oneself; sent again after a reconnect. */
  wish = $state.raw<ReadyWish | null>(null);
  /** The table one is asked to sit down at, and until when, by `performance.now()`. */
  proposal = $state.raw<(Proposal & { until: number; accepted: boolean }) | null>(null);
  /** Called with the table where one was seated by a proposal. */
  onseated: (table: string) => void = () => undefined;
  /** What was promised with the proposal that was accepted. */
  #promised: { commitment: string; nonce: string } | null = null;
  readonly #connection: Connection;
  /** Notes that one is seated at a table. */
  readonly #seated: (table: string) => void;

  constructor(connection: Connection, seated: (table: string) => void) {
    this.#connection = connection;
    this.#seated = seated;
  }

  /** Puts one on the list of those who would play, or takes one off it. */
  async set(wish: ReadyWish | null): Promise<void> {
    await this.#connection.request('ready', wish ? { wish } : {});
    this.wish = wish;
  }

  /** Accepts the proposal, or declines it, which ends the wish too. */
  async answer(accept: boolean): Promise<void> {
    const asked = this.proposal;
    if (!asked) return;
    if (accept) this.proposal = { ...asked, accepted: true };
    else this.proposal = this.wish = null;
    const nonce = randomHex();
    const { proposal, commitment } = asked;
    this.#promised = accept ? { commitment, nonce } : null;
    const answer = { proposal, accept, ...(accept && { nonce }) };
    await this.#connection.request('accept', answer, true).catch(quietly);
  }

  /** A new connection knows of nothing that an earlier one was told. */
  welcomed(welcome: Welcome): void {
    this.groups = [];
    this.proposal = null;
    if (this.wish && welcome.name !== null) this.set(this.wish).catch(quietly);
    else this.wish = welcome.wish ?? null;
  }

  asked(proposal: Proposal): void {
    const accepted = this.proposal?.proposal === proposal.proposal && this.proposal.accepted;
    this.proposal = { ...proposal, until: performance.now() + proposal.expires_in_ms, accepted };
  }

  ended({ proposal, table, waiting }: ProposalEnded): void {
    if (this.proposal?.proposal === proposal) this.proposal = null;
    if (table === undefined) {
      if (!waiting) this.wish = null;
      return;
    }
    this.wish = null;
    if (this.#promised) notePromise(`${table}-1`, this.#promised);
    this.#promised = null;
    this.#seated(table);
    this.#connection.request('join', { table }, true).then(() => this.onseated(table), quietly);
  }
}
