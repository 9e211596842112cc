// Before the first picture of the page: the theme, the table and the size of the text that were chosen, so that nothing
// flashes. What is not set here is set by the page itself.
(() => {
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem('parlor.settings') ?? '{}') ?? {};
  } catch {
    // Then everything is as it is by default.
  }
  const page = document.documentElement.dataset;
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  page.theme = chosen.theme === 'dark' || chosen.theme === 'light' ? chosen.theme : dark ? 'dark' : 'light';
  for (const name of ['background', 'font']) if (/^[a-z]+$/.test(chosen[name])) page[name] = chosen[name];
})();
