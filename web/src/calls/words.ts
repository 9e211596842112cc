// What the settings say about being called.
import { inLanguages } from '../i18n/languages.svelte';

const english = {
  title: 'Call me when it is my turn',
  hint: 'Only while you are away, in games with an hour or more for a decision or without a clock: once when your turn begins, and once before your time is up. Also to a table that you asked to be called to.',
  url: 'Address that takes the call',
  urlHint: 'A topic of ntfy, or a webhook of Discord, Slack or Matrix.',
  format: 'Service',
  formats: { ntfy: 'ntfy', discord: 'Discord', slack: 'Slack or Matrix', json: 'Other (JSON)' },
  quiet: 'Quiet hours',
  from: 'From',
  to: 'To',
  save: 'Call me there',
  saved: 'Saved.',
  test: 'Try it',
  tested: 'Sent: it should be there now.',
  remove: 'Do not call me',
  pushOn: 'Call me on this device',
  pushSave: 'Save the quiet hours',
  pushOff: 'Not on this device any more',
  pushHint:
    'Also while no page is open. The push service of your browser learns when something is sent, and not what.',
  pushDevices: (count: number) =>
    count === 1 ? 'You are called on 1 device.' : `You are called on ${count} devices.`,
  pushDenied: 'Your browser does not allow notices from this page.',
  pushNoWorker: 'The page is not ready yet: load it again and try once more.',
  pushUnsupported:
    'This browser cannot be called. On an iPhone or iPad, add the page to the home screen first.',
  failing: 'The last calls were not taken.',
  stopped: 'No call was taken for a day, so you are not called any more. Save the address again to go on.',
};

export type Words = typeof english;

export const words = inLanguages<Words>(english, {
  sv: () => import('./words.sv'),
  zh: () => import('./words.zh'),
});
