import type { Random } from './random.js';

export type Gender = 'Female' | 'Male';

const female =
  'Amelia Charlotte Olivia Isla Mia Grace Chloe Ruby Matilda Zoë Renée Harriet Imogen Priya Ananya Mei Xin Linh Thuy Fatima Aisha Layla Sofia Elena Giulia Niamh Siobhán Freya Tahlia Kirra Marlee Jedda Tui Aroha Hana Yuki Ji-woo Nadia Katarzyna Ingrid Leilani Amara Nkechi Rosa Beatriz Camila Divya Kavitha Roslyn Margaret Denise Lorraine Heather Bronwyn Fiona Narelle Shannon Tegan Kylie Michelle Deborah Susan Helen Alana'.split(
    ' ',
  );
const male =
  'Oliver Jack William Noah Thomas James Lachlan Angus Hamish Callum Liam Darcy Banjo Koa Jarrah Arjun Rohan Vikram Wei Jun Minh Tuan Omar Yusuf Hassan Marco Luca Matteo Nikolaos Dimitri Ciarán Eoin Tane Wiremu Sefa Kenji Haruto Min-jun Piotr Lars Björn Mateo Diego Chidi Kwame Samuel Ethan Daniel Michael Peter Graham Trevor Neville Bruce Wayne Darren Craig Shane Brett Stuart Gavin Mitchell Dylan Riley'.split(
    ' ',
  );
const surnames =
  "Nguyen Smith Singh Jones Williams Tran Brown Wilson Taylor Patel Kelly Chen O'Brien Martin Sharma Walker Li Ryan Murphy Kaur Thompson Campbell Papadopoulos Rossi D'Angelo Marchetti Esposito Haddad Khoury Rahman Ahmed Hussein Ali Le Pham Wong Chan Lam Kim Park Tanaka Suzuki Fernando Perera Silva Santos Reyes Cruz Fernández García Kowalski Nowak Novak Horvat Petrović Müller Schmidt Jansen Van-Dijk Andersson Lindqvist Tuilagi Faleolo Ngata Parata Bailey Hughes Edwards Foster Gallagher Doyle Fitzgerald McKenzie MacLeod Stewart Fraser Robertson Whitlock Harrow Pemberton Ashcroft Winterbourne Okafor Mensah Abebe Tesfaye Dlamini Moyo Rao Iyer Menon Gupta Chowdhury Das Gunawardena Wijaya Santoso Lim Tan Goh Zhang Huang Zhou Wu Xu Costa Moretti Bianchi Lombardi Antoniou Georgiou Demir Yilmaz Kaya Cohen Levy Byrne Quinn Nolan Barrett Hayes Brooks Lawson Sutton Marsh Holloway Fairweather Birchall Thornton Ellery".split(
    ' ',
  );

const mailDomains = ['example.com', 'example.com.au', 'mail.example.net', 'post.example.org'];

export const personName = (gender: Gender, random: Random): { givenName: string; surname: string } => ({
  givenName: random.pick(gender === 'Female' ? female : male),
  surname: random.pick(surnames).replace('-', ' '),
});

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase();

/** A login, which is unique because it contains the member's number. */
export const loginOf = (name: { givenName: string; surname: string }, number: number): string =>
  `${plain(name.givenName)}.${plain(name.surname)}${number % 1_000_000}`;

export const emailOf = (login: string, random: Random): string => `${login}@${random.pick(mailDomains)}`;

/** A number in 0491 57x xxx, which is reserved for fiction. */
export const mobileNumber = (random: Random): string => {
  const digits = String(random.whole(0, 9999)).padStart(4, '0');
  return `0491 57${digits[0]} ${digits.slice(1)}`;
};

/** A landline number in (02) 5550 xxxx, which is reserved for fiction. */
export const officeNumber = (random: Random): string => `02 5550 ${String(random.whole(0, 9999)).padStart(4, '0')}`;

/** The first part of an address at work. */
export const mailName = (name: string): string => name.split(' ').map(plain).join('.');

/** Shares of the population by state (ABS). */
const states: [string, number][] = [
  ['NSW', 31.2],
  ['VIC', 25.7],
  ['QLD', 20.5],
  ['WA', 10.9],
  ['SA', 6.9],
  ['TAS', 2.1],
  ['ACT', 1.7],
  ['NT', 0.9],
];
export const nationalState = (random: Random): string => random.weighted(states);

export const consultants = [
  'Helen Marchetti',
  'Tom Winterbourne',
  'Anjali Menon',
  'Grace Okafor',
  'Daniel Whitlock',
  'Linh Pham',
];
