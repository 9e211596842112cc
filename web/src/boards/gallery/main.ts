// The boards with views of real games, for whoever draws one: `npm run dev`, then /gallery.html#chicago/follow.
// Not part of the pages that are built.
import { mount } from 'svelte';

import '../../theme/base.css';
import Gallery from './Gallery.svelte';

mount(Gallery, { target: document.getElementById('app') as HTMLElement });
