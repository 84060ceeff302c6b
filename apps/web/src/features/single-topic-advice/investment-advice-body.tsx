import type { InvestmentAdvice } from '@superscope/contracts/member-advice';
import { date, dollars } from '../../ui/format';
import { NoData } from '../../ui/states';
import { Cell, Metric, Metrics, Part, ResultTable, Row } from '../../portal/calculator/result-parts';
import { GeneralInformation, MemberFacts, Rules } from './advice-parts';
import { percentText, pointsText, targetText, verdict } from './advice-text';

/** How a member's growth assets stand to their target, what they hold, what would suit, and what the rules say. */
export const InvestmentAdviceBody = ({ of }: { of: InvestmentAdvice }) => (
  <>
    <MemberFacts of={of.member} />
    <GrowthAndTarget of={of} />
    <Holdings of={of} />
    <Options of={of} />
    <Rules ids={['investmentApproach', 'investmentStrategySuitable']}>
      <div className="grid grid-cols-1 gap-x-4 border-t sm:grid-cols-2 print:grid-cols-2">
        <Targets name="Age" rows={of.ageTargets.map(({ ages, percent, holds }) => ({ name: ages, percent, holds }))} />
        <Targets
          name="Risk profile"
          rows={of.profileTargets.map(({ profile, percent, holds }) => ({ name: profile, percent, holds }))}
        />
      </div>
    </Rules>
    <Part title="Before an investment is changed" padded>
      <ul className="flex list-disc flex-col gap-1 pl-5 text-ink-2">
        <li>
          Growth assets such as shares and property rise and fall more than others, and over long times have returned
          more. Past returns say nothing certain about future ones.
        </li>
        <li>
          A risk profile says how much of that a member is willing to bear. Without one within 24 months only the age is
          looked at.
        </li>
        <li>A switch can cost a buy-sell spread, and options differ in fees. The fee comparison shows both.</li>
        <li>Investments outside this account are not looked at.</li>
      </ul>
    </Part>
    <GeneralInformation asAt={of.member.asAt}>No option is recommended by standing in the list.</GeneralInformation>
  </>
);

function GrowthAndTarget({ of }: { of: InvestmentAdvice }) {
  const { growth, target, points, suits } = of;
  return (
    <Metrics className="mt-4" label="Growth and target" foot={target !== null && <RangeBar of={of} target={target} />}>
      <Metric
        label="Growth assets now"
        value={growth === null ? 'Not known' : percentText(growth.percent)}
        tone={suits === false ? 'text-attention' : undefined}
      >
        {growth === null
          ? 'neither the snapshot nor the investments say'
          : growth.from === 'snapshot'
            ? 'as the fund gave it'
            : 'from the investments, by balance'}
      </Metric>
      <Metric label="Target" value={target === null ? 'Not known' : percentText(target.percent)}>
        {targetText(of)}
      </Metric>
      <Metric label="Verdict of the rules" value={verdict(of)} tone={suits === false ? 'text-attention' : undefined}>
        {target === null ? 'without a target' : `suits from ${target.from}% to ${target.to}%`}
      </Metric>
      {points !== null && (
        <Metric label="Investment approach" value={pointsText(points)}>
          of the SuperScore
        </Metric>
      )}
    </Metrics>
  );
}

/** The whole of a portfolio with the range that suits, the target and the member's growth. */
const RangeBar = ({
  of: { growth },
  target,
}: {
  of: InvestmentAdvice;
  target: NonNullable<InvestmentAdvice['target']>;
}) => (
  <div className="border-t px-5 py-3.5" aria-hidden>
    <span className="relative block h-2.5 rounded-full bg-track">
      <i
        className="absolute inset-y-0 bg-brand-line"
        style={{ left: `${target.from}%`, width: `${target.to - target.from}%` }}
      />
      <i className="absolute -inset-y-1 w-0.5 -translate-x-1/2 bg-ink" style={{ left: `${target.percent}%` }} />
      {growth !== null && (
        <i
          className="absolute -inset-y-0.5 aspect-square -translate-x-1/2 rounded-full border-2 border-surface bg-brand"
          style={{ left: `${growth.percent}%` }}
        />
      )}
    </span>
    <p className="mt-2 flex flex-wrap gap-x-4 text-sm text-ink-2">
      <span>Band: what suits</span>
      <span>Line: the target</span>
      {growth !== null && <span>Dot: growth assets now</span>}
    </p>
  </div>
);

const Holdings = ({ of: { holdings } }: { of: InvestmentAdvice }) => (
  <Part title="Investments now" {...(holdings.asAt !== null && { note: `Balances of ${date(holdings.asAt)}` })}>
    {holdings.rows.length === 0 ? (
      <div className="px-5 pb-4">
        <NoData>No balance of this member in any investment is known.</NoData>
      </div>
    ) : (
      <ResultTable heads={['Investment', 'Balance', 'Share', 'Growth']}>
        <tbody>
          {holdings.rows.map(({ name, balance, sharePercent, growthPercent }) => (
            <Row key={name} name={name}>
              <Cell>{dollars(balance)}</Cell>
              <Cell>{percentText(sharePercent)}</Cell>
              <Cell>{growthPercent === null ? 'not known' : percentText(growthPercent)}</Cell>
            </Row>
          ))}
        </tbody>
      </ResultTable>
    )}
  </Part>
);

const Options = ({ of: { options, moreOptions, target } }: { of: InvestmentAdvice }) => (
  <Part
    title="Options that suit by themselves"
    note={
      target === null
        ? 'Without a target there is nothing to compare'
        : `Of the platform’s newest list, with growth from ${target.from}% to ${target.to}%, nearest to the target first`
    }
  >
    {options.length === 0 ? (
      <div className="px-5 pb-4">
        <NoData>No option of the platform is known to suit by itself.</NoData>
      </div>
    ) : (
      <ResultTable heads={['Option', 'Kind', 'Growth']}>
        <tbody>
          {options.map(({ name, growthPercent, isLifecycle, isHeld }) => (
            <Row key={name} name={isHeld ? `${name} (held now)` : name} {...(isHeld && { as: 'marked' })}>
              <Cell>{isLifecycle ? 'changes with age' : 'stays as it is'}</Cell>
              <Cell>{percentText(growthPercent)}</Cell>
            </Row>
          ))}
        </tbody>
      </ResultTable>
    )}
    {moreOptions > 0 && (
      <p className="border-t px-5 py-3 text-sm text-ink-2">
        {moreOptions} more {moreOptions === 1 ? 'option suits' : 'options suit'}, further from the target.
      </p>
    )}
  </Part>
);

interface TargetsProps {
  name: string;
  rows: readonly { name: string; percent: number; holds: boolean }[];
}
const Targets = ({ name, rows }: TargetsProps) => (
  <ResultTable heads={[name, 'Target']} label={`Targets by ${name.toLowerCase()}`} className="self-start">
    <tbody>
      {rows.map(({ name: each, percent, holds }) => (
        <Row key={each} name={holds ? `${each} (this member)` : each} {...(holds && { as: 'marked' })}>
          <Cell>{percentText(percent)}</Cell>
        </Row>
      ))}
    </tbody>
  </ResultTable>
);
