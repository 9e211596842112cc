// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';

import Wordmark from './Wordmark.svelte';
import Lazy from './Lazy.svelte';

let mounted: ReturnType<typeof mount>;
afterEach(() => void unmount(mounted));

test('a small part that fails leaves the page as it is, and can be tried again', async () => {
  let works = false;
  const load = (): Promise<{ default: typeof Wordmark }> =>
    works ? Promise.resolve({ default: Wordmark }) : Promise.reject(new Error('no network'));
  mounted = mount(Lazy, { target: document.body, props: { load, props: {}, inline: true } });
  await expect.poll(() => document.querySelector('[role=alert]')).not.toBeNull();
  expect(document.querySelector('main')).toBeNull();
  works = true;
  document.querySelector('button')?.click();
  flushSync();
  await expect.poll(() => document.querySelector('[role=alert]')).toBeNull();
});

test('a page that fails says so on the whole screen', async () => {
  const load = (): Promise<{ default: typeof Wordmark }> => Promise.reject(new Error('no network'));
  mounted = mount(Lazy, { target: document.body, props: { load, props: {} } });
  await expect.poll(() => document.querySelector('main#content [role=alert]')).not.toBeNull();
});
