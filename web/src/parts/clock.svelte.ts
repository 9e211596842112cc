// The time as state, for counters: it runs only while something shows it.
import { createSubscriber } from 'svelte/reactivity';

const EVERY = 200;

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, EVERY);
  return () => clearInterval(timer);
});

/** `performance.now()`, and again five times a second as long as a component shows it. */
export function now(): number {
  subscribe();
  return performance.now();
}
