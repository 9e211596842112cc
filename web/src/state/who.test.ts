// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { en } from '../i18n/en';
import { i18n } from '../i18n/i18n.svelte';
import { sv } from '../i18n/sv';
import { HttpError } from '../net/http';
import { settings } from './settings.svelte';
import { reason, who } from './who.svelte';

test('a name is suggested in the language that is loaded after the page began', () => {
  i18n.t = en;
  const before = who.field;
  i18n.t = sv;
  const [first] = who.field.split(' ');
  expect(sv.names.first.split(' ')).toContain(first);
  expect(who.field).not.toBe(before);
  // What somebody wrote stays as it is.
  who.field = 'Ann';
  i18n.t = en;
  expect(who.field).toBe('Ann');
});

test('what the HTTP API refuses is said in the chosen language', async () => {
  settings.set('locale', 'sv');
  const error = new HttpError(404, 'There is no such person.', 'no_such_person');
  const { refusals } = await import('../narration/refusals.sv');
  // The sentences of a language are loaded when one is asked for.
  await expect.poll(() => reason(error)).toBe(refusals.no_such_person);
  expect(reason(new HttpError(500, 'Something else.', 'unheard_of'))).toBe('Something else.');
  expect(reason(new HttpError(502, '502'))).toBe('502');
});
