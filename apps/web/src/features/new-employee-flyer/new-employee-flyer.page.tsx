import type { FlyerCategory, NewEmployeeFlyer } from '@superscope/contracts/new-employee-flyer';
import { Mail, Phone } from 'lucide-react';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { startText } from '../../portal/calculator/cover-rules-text';
import { DocumentSheet } from '../../portal/page-file/document-sheet';
import { date, dollars, number } from '../../ui/format';
import { listed } from '../../ui/listed';

/** One page of A4 for new employees: joining, default cover and investment, and whom to call. */
export const NewEmployeeFlyerPage = () => (
  <DocumentSheet<NewEmployeeFlyer>
    title="New Employee Flyer"
    who={({ companyName }) => companyName}
    madeAt={({ madeAt }) => madeAt}
    head={(flyer) => <Head of={flyer} />}
  >
    {(flyer) => (
      <>
        <Joining of={flyer} />
        <DefaultCover of={flyer} />
        <DefaultInvestment of={flyer} />
        <WhomToCall of={flyer} />
        <SmallPrint of={flyer} />
        <OnOnePage />
      </>
    )}
  </DocumentSheet>
);

/** The height of A4 less its margins, as the renderer draws it. */
const PAGE_HEIGHT = 1016;

/** Draws the sheet around it smaller, if long names would make it longer than a page. */
function OnOnePage() {
  const own = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const sheet = own.current?.closest('article');
    if (sheet == null) return;
    const fit = () => {
      // Smaller letters also make fewer lines, so each step is tried before the next.
      for (let zoom = 0.95; zoom > 0.6 && sheet.getBoundingClientRect().height > PAGE_HEIGHT; zoom -= 0.05)
        sheet.style.zoom = String(zoom);
    };
    fit();
    // Older browsers have no list of fonts.
    void (document.fonts as FontFaceSet | undefined)?.ready.then(fit);
  }, []);
  return <span ref={own} hidden />;
}

interface Props {
  of: NewEmployeeFlyer;
}

const Head = ({ of: { cover, companyName, providerLogo } }: Props) => (
  <header className="flex items-center gap-4 border-b-2 border-brand pb-3">
    <div className="min-w-0 flex-1">
      <h1 className="line-clamp-2 text-2xl font-semibold wrap-anywhere">Welcome to {cover.planName}</h1>
      <h2 className="line-clamp-2 text-md font-normal text-ink-2 wrap-anywhere">
        The super plan of {companyName}, in {cover.platformName}
      </h2>
    </div>
    {providerLogo !== null && (
      <img
        src={providerLogo}
        alt={cover.providerName ?? cover.platformName}
        className="max-h-14 max-w-40 shrink-0 object-contain"
      />
    )}
  </header>
);

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="mt-3.5">
    <h3 className="text-md font-semibold text-brand">{title}</h3>
    {children}
  </section>
);

function Joining({ of: { cover, companyName, companyAbn, superGuaranteePercent, concessionalCap } }: Props) {
  const employer = companyAbn === null ? companyName : `${companyName} (ABN ${companyAbn})`;
  return (
    <Part title="Joining">
      <ol className="mt-1 flex list-decimal flex-col gap-1 pl-5">
        <li>
          <b className="font-semibold">Choose the plan.</b> Tell {employer} that your super goes to {cover.planName} of{' '}
          {cover.platformName}. If you say nothing, your employer may have to pay it to a fund that you already have.
        </li>
        <li>
          <b className="font-semibold">Give your tax file number.</b> Without it contributions are taxed more, and you
          cannot add your own.
        </li>
        <li>
          <b className="font-semibold">Nominate who receives your super.</b> A binding nomination is followed while it
          is in force; most lapse after three years.
        </li>
        <li>
          <b className="font-semibold">Look before you bring super together.</b> Leaving another fund can end insurance
          that you have there.
        </li>
      </ol>
      {superGuaranteePercent !== null && (
        <p className="mt-1.5">
          Your employer pays at least{' '}
          <b className="font-semibold">{number(superGuaranteePercent, decimals(superGuaranteePercent))}%</b> of your
          ordinary earnings.
          {concessionalCap !== null &&
            ` With what you add from salary before tax, up to ${dollars(concessionalCap)} a financial year is taxed as concessional.`}
        </p>
      )}
    </Part>
  );
}

const decimals = (value: number) => (Number.isInteger(value) ? 0 : 1);

const sciText = ({ sci }: FlyerCategory): string =>
  sci === null
    ? 'None'
    : `${number(sci.percent, decimals(sci.percent))}% of salary, after ${sci.daysWait} days, for ${
        /^to /i.test(sci.benefitPeriod) ? `the time ${sci.benefitPeriod}` : sci.benefitPeriod
      }`;

const DefaultCover = ({ of: { categories, more } }: Props) => (
  <Part title="Default cover">
    {categories.length === 0 ? (
      <p className="mt-1">The plan has no default cover on record. Ask whether you are insured, and for what.</p>
    ) : (
      <>
        <table className="mt-1 w-full">
          <thead>
            <tr>
              <Th>Category</Th>
              <Th>Death</Th>
              <Th>Permanent disablement</Th>
              <Th>Income, if ill</Th>
            </tr>
          </thead>
          <tbody>
            {categories.map((category, i) => (
              <tr key={`${i} ${category.name}`} className="border-t align-top">
                <th scope="row" className="py-1 pr-3 text-left font-semibold">
                  <span className="line-clamp-2 wrap-anywhere">{category.name}</span>
                </th>
                <Td>{category.death ?? 'None'}</Td>
                <Td>{category.tpd ?? 'None'}</Td>
                <Td>{sciText(category)}</Td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="mt-1 text-ink-2">
          {more.categories > 0 && `The plan has ${more.categories} more. `}
          {limitsText(categories)} {beginsText(categories)} By law it ends after 16 months without a contribution,
          unless you ask for it.
        </p>
      </>
    )}
  </Part>
);

/** Up to where health is not asked about; categories with other limits are left to the question. */
function limitsText(categories: readonly FlyerCategory[]): string {
  const limits = new Set(categories.map(({ deathTpdAal, sciAal }) => `${deathTpdAal} ${sciAal}`));
  const [first] = categories;
  return limits.size === 1
    ? `Up to ${dollars(first!.deathTpdAal)} of death and disablement cover each, and ${dollars(first!.sciAal)} a month of income, the insurer does not ask about your health.`
    : 'Up to a limit of your category the insurer does not ask about your health.';
}

/** When default cover begins; categories with other rules, and those without, are left to the question. */
function beginsText(categories: readonly FlyerCategory[]): string {
  const starts = new Set(categories.map(({ rules }) => startText(rules)));
  const [first = ''] = starts;
  if (starts.size > 1) return 'When default cover begins depends on your category.';
  return first === ''
    ? 'By law default cover begins at age 25 and with $6,000 in the account, unless you ask for it.'
    : first;
}

function DefaultInvestment({ of: { investments, more } }: Props) {
  const follows = investments.some(({ isLifecycle }) => isLifecycle);
  return (
    <Part title="Default investment">
      {investments.length === 0 ? (
        <p className="mt-1">
          The platform has no investment on record that needs no choice. Ask where your super goes.
        </p>
      ) : (
        <>
          <p className="mt-1">
            If you choose nothing, your super is invested
            {follows ? ' in what fits your age, and moves on by itself as you get older:' : ' here:'}
          </p>
          <table className="mt-1 w-full">
            <thead>
              <tr>
                <Th>Investment</Th>
                <Th>What it is</Th>
                <Th>Growth assets</Th>
              </tr>
            </thead>
            <tbody>
              {investments.map(({ name, description, growthPercent }, i) => (
                <tr key={`${i} ${name}`} className="border-t align-top">
                  <th scope="row" className="w-1/3 py-1 pr-3 text-left font-semibold">
                    <span className="line-clamp-2 wrap-anywhere">{name}</span>
                  </th>
                  <Td>
                    <span className="line-clamp-2 wrap-anywhere">{description ?? ''}</span>
                  </Td>
                  <Td>{growthPercent === null ? 'Not known' : `${number(growthPercent, decimals(growthPercent))}%`}</Td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="mt-1 text-ink-2">
            {more.investments > 0 && `There are ${more.investments} more of them. `}You may choose other investments at
            any time.
          </p>
        </>
      )}
    </Part>
  );
}

function WhomToCall({ of: { contacts, consultants, cover } }: Props) {
  const provider = cover.providerName ?? cover.platformName;
  return (
    <Part title="Whom to call">
      {contacts.length === 0 ? (
        <p className="mt-1">Ask your employer how to reach {provider}.</p>
      ) : (
        <ul className="mt-1 grid grid-cols-2 gap-x-6 gap-y-1.5">
          {contacts.map(({ title, name, email, phone }, i) => (
            <li key={`${i} ${name}`} className="min-w-0">
              <b className="block truncate font-semibold">{name}</b>
              <span className="block truncate text-ink-2">{title}</span>
              {phone !== null && (
                <span className="mr-3 inline-flex items-center gap-1">
                  <Phone size={11} aria-hidden />
                  {phone}
                </span>
              )}
              {email !== null && (
                <span className="inline-flex max-w-full items-center gap-1">
                  <Mail size={11} className="shrink-0" aria-hidden />
                  <span className="truncate">{email}</span>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {consultants.length > 0 && (
        <p className="mt-1 line-clamp-2 text-ink-2">
          {consultants.length === 1 ? 'Consultant' : 'Consultants'} of the plan: {listed(consultants)}.
        </p>
      )}
    </Part>
  );
}

function SmallPrint({ of: { cover, madeAt } }: Props) {
  const parties = [
    party('Trustee', cover.trusteeName, cover.trusteeAbn, cover.trusteeAfsl),
    party('Provider', cover.providerName, cover.providerAbn, null),
  ].filter((each) => each !== null);
  return (
    <footer className="mt-3.5 border-t pt-2 text-xs leading-4 text-ink-2">
      <p>
        General information, not personal advice: it does not look at your objectives, financial situation or needs.
        Read the Product Disclosure Statement before you decide; it says what is insured and what is not, and what it
        costs. As recorded on {date(madeAt)}.
      </p>
      {parties.length > 0 && <p className="mt-0.5">{parties.join(' ')}</p>}
    </footer>
  );
}

function party(role: string, name: string | null, abn: string | null, afsl: string | null): string | null {
  if (name === null) return null;
  const numbers = [abn === null ? null : `ABN ${abn}`, afsl === null ? null : `AFSL ${afsl}`].filter(Boolean);
  return `${role}: ${[name, ...numbers].join(', ')}.`;
}

const Th = ({ children }: { children: string }) => (
  <th scope="col" className="pr-3 text-left text-sm font-semibold text-ink-3">
    {children}
  </th>
);
const Td = ({ children }: { children: ReactNode }) => <td className="py-1 pr-3 last:pr-0">{children}</td>;
