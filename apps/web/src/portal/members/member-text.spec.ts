import { describe, expect, it } from 'vitest';
import { memberOption } from '../../test/member-option';
import { toldApart } from '../lookups/told-apart';
import { memberChoices, personText } from './member-text';

const ananya = {
  ...memberOption,
  id: 'a',
  surname: 'Marchetti',
  givenName: 'Ananya',
  memberNumber: '770401822217',
  birthDate: '1984-03-14',
  login: 'ananya.marchetti.kestrel2217',
  companyName: 'Kestrel Freight',
};
const other = { ...ananya, id: 'b', memberNumber: '770401829903', birthDate: '1991-11-02', leftOn: '2026-09-30' };

describe('members of one name', () => {
  it('are told apart by the end of the number and the birth date, in bold', () => {
    const helen = { ...ananya, id: 'c', givenName: 'Helen' };
    const choices = memberChoices([ananya, other, helen]);
    expect(choices[0]).toEqual({
      id: 'a',
      name: 'Marchetti, Ananya',
      under: 'ananya.m…2217',
      details: [
        { text: '770401822217', strong: '2217' },
        { text: '14/03/1984', strong: '14/03/1984' },
        { text: 'Kestrel Freight' },
      ],
    });
    expect(choices[1]).toMatchObject({ note: 'left 30/09/2026', details: [{ strong: '9903' }, {}, {}] });
    expect(choices[2]!.details).toEqual([
      { text: '770401822217' },
      { text: '14/03/1984' },
      { text: 'Kestrel Freight' },
    ]);
  });

  it('are the same person’s whatever the accents', () => {
    const [first] = memberChoices([
      { ...ananya, surname: 'D’Arcy' },
      { ...other, surname: "d'arcy" },
    ]);
    expect(first!.details![0]).toHaveProperty('strong', '2217');
  });

  it('are named with number and birth date, as far as they are known', () => {
    expect(personText(ananya)).toBe('Ananya Marchetti, 770401822217, born 14/03/1984');
    expect(personText({ ...ananya, surname: null, givenName: null, birthDate: null })).toBe(
      'ananya.marchetti.kestrel2217, 770401822217',
    );
    expect(personText({ ...memberOption, surname: 'Erased' })).toBe('Erased');
    expect(memberChoices([memberOption])[0]).toEqual({
      id: 'm',
      name: 'Okafor',
      details: [{ text: '' }, { text: '' }, { text: '' }],
    });
  });
});

describe('plans and employers of one name', () => {
  it('also say their id where nothing else differs', () => {
    const plans = [
      { id: 'T.1', name: 'Kestrel', under: 'Tallowood' },
      { id: 'T.2', name: 'KESTREL', under: 'Tallowood' },
      { id: 'W.1', name: 'Kestrel', under: 'Wattle' },
    ];
    expect(toldApart(plans).map(({ under }) => under)).toEqual(['Tallowood · T.1', 'Tallowood · T.2', 'Wattle']);
    expect(toldApart([{ id: 'E.1', name: 'Kestrel' }])).toEqual([{ id: 'E.1', name: 'Kestrel' }]);
  });
});
