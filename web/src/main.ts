import './theme/base.css';

import { mount } from 'svelte';

import App from './App.svelte';

const target = document.getElementById('app');
if (target) mount(App, { target });

// The pages open without a network, too. Browsers allow it only where the address is safe; elsewhere nothing is lost.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
}
