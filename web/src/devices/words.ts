// What the pages say about devices.
import { inLanguages } from '../i18n/languages.svelte';

const english = {
  title: 'Your devices',
  intro: 'Each browser that signed in as you. A device that you do not know can be signed out here.',
  unknown: 'A device without a name',
  here: 'this device',
  connected: 'here now',
  seen: (when: string) => `last here ${when}`,
  from: (address: string) => `from ${address}`,
  end: 'Sign out',
  endThis: 'Sign out here',
  sure: 'Without another device or a recovery code, nobody can be you again. Sign out all the same?',
  another: 'Another device',
  anotherHint: 'Shows a link and a code for a camera. They sign in one device, once, within five minutes.',
  scan: 'Scan this with the other device, or open the link there.',
  qr: 'Code to scan: signs in another device',
  link: 'Link for the other device',
  copy: 'Copy link',
  copied: 'Copied',
  left: (time: string) => `Good for ${time} more`,
  over: 'This link is too old now.',
  used: 'Done: the other device is signed in.',
  anew: 'New link',
  recovery: 'Recovery code',
  recoveryHint:
    'Print it or write it down. It brings you back when all devices are lost, and your name is kept for you.',
  recoveryMade: (when: string) => `You have one since ${when}. It can be used until you make another one.`,
  make: 'Make a recovery code',
  makeAnew: 'Make a new one',
  remove: 'Remove it',
  keep: 'This code is shown only now:',
  print: 'Print',
  sheet: (name: string, address: string) => `The way back to ${name} at ${address}`,
  signInTitle: 'Sign in on this device',
  signInHint: 'You will be the same person here as on the device that showed you the link.',
  replaces: (name: string) => `This browser is ${name} now. That stays with ${name}’s other devices only.`,
  codeLabel: 'Code',
  signIn: 'Sign in',
  noCode: 'Have a recovery code, or a link from another device?',
  welcome: (name: string) => `Welcome back, ${name}.`,
  toLobby: 'To the lobby',
};

export type Words = typeof english;

export const words = inLanguages<Words>(english, {
  sv: () => import('./words.sv'),
  zh: () => import('./words.zh'),
});
