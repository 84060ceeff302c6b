// Shows the documents and flyers of one employer, as a microsite may embed them. It needs no library and no build.
const place = document.getElementById('superscope');
const { portal, company, token } = place.dataset;
const headers = { Authorization: `Bearer ${token}` };

/** Asks the portal. The browser sends the ETag of its last answer by itself, so an unchanged list is not sent again. */
async function ask(path) {
  const answer = await fetch(new URL(path, portal), { headers });
  if (!answer.ok) throw new Error(`The portal answered ${answer.status}.`);
  return answer;
}

/** A link cannot send a token, so a PDF of the portal is fetched and then opened. */
async function openPdf(event, path) {
  event.preventDefault();
  const link = event.currentTarget;
  const tab = window.open('', '_blank');
  try {
    const address = URL.createObjectURL(await (await ask(path)).blob());
    link.dataset.opened = address;
    if (tab) tab.location = address;
  } catch {
    tab?.close();
    link.after(' This document is not available right now.');
  }
}

function lineOf({ title, href, isPdf, description = null, pages = null, size = null }) {
  const line = document.createElement('li');
  const link = document.createElement('a');
  link.textContent = title;
  link.href = isPdf ? '#' : href;
  if (isPdf) link.addEventListener('click', (event) => void openPdf(event, href));
  line.append(link);
  const details = [description, pages && `PDF, ${pages} p, ${Math.round(size / 1024)} KB`].filter(Boolean);
  if (details.length > 0) {
    const small = document.createElement('small');
    small.textContent = details.join('. ');
    line.append(small);
  }
  return line;
}

function listOf(heading, entries) {
  if (entries.length === 0) return [];
  const title = document.createElement('h2');
  title.textContent = heading;
  const list = document.createElement('ul');
  list.append(...entries.map(lineOf));
  return [title, list];
}

try {
  const answer = await ask(`/api/companies/${encodeURIComponent(company)}/microsite`);
  const { name, documents, planSummary, flyers } = await answer.json();
  const isSummary = ({ documentId }) => documentId === planSummary;
  const heading = document.createElement('p');
  heading.textContent = name;
  place.replaceChildren(
    heading,
    ...listOf('Your plan', documents.filter(isSummary)),
    ...listOf(
      'Documents',
      documents.filter((each) => !isSummary(each)),
    ),
    ...listOf(
      'Flyers',
      flyers.map(({ name: title, href }) => ({ title, href, isPdf: true })),
    ),
  );
} catch {
  place.textContent = 'The documents are not available right now.';
}
