// Runs before the first paint, from a file, so that a strict content security policy allows it and no light flash is seen.
(function () {
  var choice = null;
  try {
    choice = localStorage.getItem('superscope.theme');
  } catch {
    // Storage may be blocked; the system's theme then holds.
  }
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
