import './theme/base.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { i18n } from './i18n/i18n.svelte';
import { reloadForMissingParts } from './net/reload';

reloadForMissingParts(() => location.reload());

// The first words are in the language that was chosen already, unless that takes its time.
const target = document.getElementById('app');
if (target) void i18n.first().then(() => mount(App, { target }));

// The pages open without a network, too. Browsers allow it only where the address is safe; elsewhere nothing is lost.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
}
