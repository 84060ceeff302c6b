import { describe, it } from 'vitest';
import { given } from '../given.js';
import { documentHostsStream, setDocumentHosts, type DocumentHostsEvent } from './document-hosts.js';

const set = (...hosts: string[]): DocumentHostsEvent => ({ type: 'DocumentHostsSet', data: { hosts } });

describe('the hosts of documents', () => {
  it('are ASFA’s own until others are set, each once', () => {
    given(documentHostsStream)
      .when(setDocumentHosts(['www.superannuation.asn.au', 'superannuation.asn.au']))
      .then();
    given(documentHostsStream)
      .when(setDocumentHosts(['files.example.org', 'files.example.org']))
      .then(set('files.example.org'));
    given(documentHostsStream, set('files.example.org'))
      .when(setDocumentHosts(['files.example.org']))
      .then();
  });

  it('may be none, so that documents are only uploaded', () => {
    given(documentHostsStream).when(setDocumentHosts([])).then(set());
  });
});
