import type { DemoPerson } from './demo-people.js';

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f4f1ea, #16201f); color: light-dark(#1c2b2a, #e8ece9); }
main { box-sizing: border-box; width: min(100%, 27rem); padding: 2rem 1.25rem; }
h1 { font-size: 1.5rem; margin: 0; }
p { margin: .25rem 0 1.25rem; color: light-dark(#4c5a58, #a9b5b1); }
p.problem { color: light-dark(#9c2b1f, #ff9d8f); }
fieldset { border: 0; margin: 0; padding: 0; }
legend { padding: 0; font-weight: 600; }
label.person { display: flex; gap: .75rem; align-items: center; min-height: 3.25rem; padding: .25rem .75rem; margin-top: .5rem; border: 1px solid light-dark(#d8d2c4, #3a4745); border-radius: .5rem; background: light-dark(#fff, #1f2b2a); cursor: pointer; }
label.person:has(:checked) { border-color: currentColor; }
label small { display: block; color: light-dark(#4c5a58, #a9b5b1); overflow-wrap: anywhere; }
label.password { display: block; margin-top: 1.25rem; font-weight: 600; }
input[type=password] { box-sizing: border-box; width: 100%; height: 2.75rem; margin-top: .25rem; padding: 0 .75rem; font: inherit; border: 1px solid light-dark(#8a938f, #6b7774); border-radius: .5rem; background: light-dark(#fff, #1f2b2a); color: inherit; }
div.actions { display: flex; gap: .75rem; margin-top: 1.25rem; }
button { height: 2.75rem; padding: 0 1.25rem; font: inherit; font-weight: 600; border-radius: .5rem; border: 1px solid light-dark(#8a938f, #6b7774); background: none; color: inherit; cursor: pointer; }
button.primary { flex: 1; border: 0; background: #14524d; color: #fff; }
:focus-visible { outline: 2px solid light-dark(#14524d, #7cc7bf); outline-offset: 2px; }
`;

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The page of the demo's identity provider, which asks for a person and the password of the demo accounts. */
export function choicePage(
  people: readonly DemoPerson[],
  { problem, chosen }: { problem: string | null; chosen: string | null },
): string {
  const person = ({ subject, name, email, role }: DemoPerson) => `
<label class="person"><input type="radio" name="person" value="${escaped(subject)}" required${subject === chosen ? ' checked' : ''}>
<span>${escaped(name)}<small>${escaped(email)}</small><small>${escaped(role)}</small></span></label>`;
  return `<!doctype html>
<html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Demo sign-on</title><style>${style}</style></head>
<body><main><h1>Demo sign-on</h1><p>Stands for your organisation's own sign-on. It runs on this machine, with the demo.</p>
${problem === null ? '' : `<p class="problem" role="alert">${escaped(problem)}</p>`}
<form method="post"><fieldset><legend>Who are you?</legend>${people.map(person).join('')}</fieldset>
<label class="password">Password of the demo accounts<input type="password" name="password" autocomplete="current-password" required></label>
<div class="actions"><button name="cancel" value="yes" formnovalidate>Cancel</button><button class="primary">Sign in</button></div>
</form></main></body></html>`;
}
