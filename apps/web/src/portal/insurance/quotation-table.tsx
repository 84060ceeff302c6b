import type { InsuranceQuotation, PremiumLineAnswer } from '@superscope/contracts/insurance-calculation';
import { Cell, Part, ResultTable, Row } from '../calculator/result-parts';
import { money, number } from '../../ui/format';
import { COVERS, coverText } from './insurance-text';

/** Default cover, voluntary cover if there is any, and the premium of both. */
export const QuotationTable = ({ of }: { of: InsuranceQuotation }) => (
  <Part
    title="Indicative quotation"
    note="Rate a year for each $1,000 of cover; for salary continuance, of yearly benefit"
  >
    <ResultTable heads={['Cover', 'Amount', 'Rate', 'A year', 'A month']} wide={['Amount', 'Rate']}>
      <tbody>
        <GroupName>Default cover of the category</GroupName>
        {of.default.length === 0 && of.noDefault.length === 0 && <Sentence>The category has none.</Sentence>}
        {of.noDefault.map((sentence) => (
          <Sentence key={sentence}>{sentence}</Sentence>
        ))}
        <Lines lines={of.default} />
        <Sum name="Default together" year={of.defaultPremiumTotal} month={of.defaultMonthlyPremiumTotal} />
      </tbody>
      {of.voluntary.length > 0 && (
        <>
          <tbody>
            <GroupName>Voluntary cover</GroupName>
            <Lines lines={of.voluntary} />
            <Sum name="Voluntary together" year={of.voluntaryPremiumTotal} month={of.voluntaryMonthlyPremiumTotal} />
          </tbody>
          <tbody>
            <Sum whole name="Premium together" year={of.premiumTotal} month={of.monthlyPremiumTotal} />
          </tbody>
        </>
      )}
    </ResultTable>
  </Part>
);

const Sentence = ({ children }: { children: string }) => (
  <tr>
    <td colSpan={5} className="px-5 py-2 text-ink-2">
      {children}
    </td>
  </tr>
);

const Lines = ({ lines }: { lines: readonly PremiumLineAnswer[] }) =>
  lines.map((line) => (
    <Row
      key={line.type}
      name={
        <>
          {COVERS[line.type]}
          <span className="block text-sm text-ink-3 sm:hidden">
            {coverText(line)} at {number(line.rate, 2)}
          </span>
        </>
      }
    >
      <Cell wide>{coverText(line)}</Cell>
      <Cell wide>{number(line.rate, 2)}</Cell>
      <Cell>{money(line.annualPremium)}</Cell>
      <Cell>{money(line.monthlyPremium)}</Cell>
    </Row>
  ));

interface SumProps {
  name: string;
  year: number;
  month: number;
  whole?: boolean;
}

const Sum = ({ name, year, month, whole = false }: SumProps) => (
  <Row name={name} {...(whole ? { as: 'total', className: 'text-md' } : { as: 'sum' })}>
    <Cell wide />
    <Cell wide />
    <Cell>{money(year)}</Cell>
    <Cell>{money(month)}</Cell>
  </Row>
);

const GroupName = ({ children }: { children: string }) => (
  <tr className="border-t">
    <th scope="rowgroup" colSpan={5} className="px-5 pb-1 pt-3 text-left text-sm font-semibold text-ink-3">
      {children}
    </th>
  </tr>
);
