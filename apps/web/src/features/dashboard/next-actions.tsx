import { actionFacts } from '@superscope/contracts/action-facts';
import { aimOf } from '@superscope/contracts/campaign-aim';
import type { Plan } from '@superscope/contracts/plan';
import type { PlanAction, PlanActions } from '@superscope/contracts/plan-actions';
import { FileText, Mail } from 'lucide-react';
import { useCallback } from 'react';
import { Link, useLocation } from 'react-router';
import { isShown, ScoreChange } from '../../portal/actions/score-change';
import { OtherAreas } from '../../portal/actions/other-areas';
import { PastCampaign } from '../../portal/actions/past-campaign';
import { ActionBase } from '../../portal/actions/action-base';
import { useActions } from '../../portal/actions/plan-actions.api';
import { COUNT, newestQuery, SHARE, type View } from '../../portal/analytics/figures-view';
import { mapLoaded } from '../../portal/analytics/loaded';
import { cellOf } from '../../portal/analytics/published-cell';
import { label } from '../../portal/analytics/result';
import { useFigures } from '../../portal/analytics/use-figures';
import { ContactLines } from '../../portal/contact/contact-lines';
import { askedName, withRequest } from '../../portal/contact/email-request';
import { usePlanContact, type PlanContact } from '../../portal/contact/plan-contacts.api';
import { DownloadFailed } from '../../portal/downloads/download-failed';
import { useDownload } from '../../portal/downloads/use-download';
import { CountFigure, ShareFigure } from '../../portal/figures/figure';
import { FigureCard } from '../../portal/cards/figure-card';
import type { CampaignsState } from '../../portal/page-header/use-page-view';
import { signed } from '../../portal/figures/score-text';
import { isNarrowed } from '../../portal/filters/filters';
import { hasGroups, useWholeHeadcount } from '../../portal/figures/use-headcount';
import { useWholeView } from '../../portal/analytics/use-whole-view';
import { CardHead } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { date, month as monthText, number, share as shareText } from '../../ui/format';
import { Bone } from '../../ui/states';
import { flyerPath } from './downloads.api';
import { Heading } from '../../ui/heading';

const TITLE = 'What to do next';
const SHOWN = 3;

interface Props {
  plan: Plan;
  view: View;
  campaigns: CampaignsState;
  className?: string;
}

/** The three actions that would move the plan's score most, each with its next step. */
export function NextActions({ plan, view, campaigns, className }: Props) {
  // Actions are of the whole plan, whatever the page's filters are.
  const whole = useWholeView(view);
  const figures = useActions(view);
  const contact = usePlanContact(plan.id) ?? null;
  const { search } = useLocation();
  const all = figures.data?.actions.length ?? 0;
  return (
    <FigureCard
      title={TITLE}
      what={TITLE}
      figures={mapLoaded(figures, mostMoving)}
      look="card overflow-hidden"
      className={cx('min-h-[420px] sm:min-h-[330px]', className)}
      head={
        <div className="px-4 pb-3 pt-4 sm:px-5">
          <CardHead
            title={TITLE}
            note={`The three actions that could raise the score most${isNarrowed(view) ? ', of all members' : ''}`}
            right={
              all > 0 && (
                <Link
                  to={{ search, hash: 'score-actions' }}
                  className="link shrink-0 text-base font-medium hover:underline pointer-coarse:-my-3 pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
                >
                  All {all} actions
                </Link>
              )
            }
          />
        </div>
      }
      bones={<Bone className="m-5 h-64 lg:h-90" />}
      nothing={(actions) =>
        actions.length > 0
          ? null
          : all === 0
            ? 'No month is published yet, so nothing can be suggested.'
            : 'No action would move the score by more than the adjustments that protect members.'
      }
      nothingClassName="m-5"
    >
      {(actions) => (
        <>
          <ol className="divide-y border-t">
            {actions.map((action, at) => (
              <NextAction
                key={action.key}
                rank={at + 1}
                action={action}
                plan={plan}
                view={whole}
                campaigns={campaigns}
                contact={contact}
              />
            ))}
          </ol>
          <p className="mt-auto border-t px-4 py-2.5 text-sm text-ink-3 sm:px-5">
            Largest possible gain: how much the score rises if all of them do it. Likely gain: if as many do it as after
            past campaigns. What a campaign did is beside members who were not contacted.
            {contact === null &&
              (plan.relationshipManager === null
                ? ` Your consultant at ${plan.platform.name} sends emails for you.`
                : ` ${plan.relationshipManager}, your relationship manager, sends emails for you.`)}
            {contact !== null && (
              <span className="block">
                Ask for emails: <ContactLines of={contact} />
              </span>
            )}
          </p>
        </>
      )}
    </FigureCard>
  );
}

/** Actions whose members are published and whose change is clear; the server has the largest change first. */
const mostMoving = ({ actions }: PlanActions): PlanAction[] =>
  actions
    .filter(
      ({ members, share, change, margin }) =>
        (members.because === null || (members.because === 'np' && share.value !== null)) &&
        isShown(cellOf(change, margin)) &&
        change.value! > 0,
    )
    .slice(0, SHOWN);

interface ActionProps extends Props {
  rank: number;
  action: PlanAction;
  /** Whom to ask for an email; null where nobody is known, or not yet. */
  contact: PlanContact | null;
}
function NextAction({ rank, action, plan, view, campaigns, contact }: ActionProps) {
  const headcount = useWholeHeadcount(view);
  const { label: name, concerned, members, change, margin } = action;
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] gap-x-3 gap-y-2 px-4 py-3.5 sm:px-5 md:grid-cols-[1.5rem_minmax(0,1fr)_minmax(0,1fr)_11rem]">
      <span
        aria-hidden
        className="grid size-6 place-items-center rounded-full bg-brand-soft text-sm font-semibold text-brand"
      >
        {rank}
      </span>
      <div className="min-w-0">
        <Heading lower={1} className="text-base font-semibold">
          {name}
        </Heading>
        <p className="mt-0.5 text-sm text-ink-2">
          {members.because === null ? (
            <>
              <b className="font-semibold text-ink">
                <CountFigure count={cellOf(members)} /> members
              </b>{' '}
              <ActionBase action={action} view={view}>
                {(base) => <>({base}) </>}
              </ActionBase>
              {concerned}.
            </>
          ) : (
            <>
              <b className="font-semibold text-ink">
                <ShareFigure of={cellOf(action.share)} />
              </b>{' '}
              of members {concerned}.
            </>
          )}
        </p>
        {hasGroups(headcount) && <Highest action={action} view={view} />}
      </div>
      <div className="col-start-2 col-end-4 row-start-2 min-w-0 md:col-auto md:row-auto">
        <NextStep action={action} plan={plan} campaigns={campaigns} contact={contact} />
      </div>
      <div className="col-start-3 row-start-1 text-right md:col-auto md:row-auto">
        <ScoreChange of={cellOf(change, margin)} className="text-lg font-semibold text-good" />
        <span className="ml-auto block max-w-24 text-sm text-ink-3 md:max-w-none">largest possible gain</span>
        <div className="ml-auto max-w-24 md:max-w-none">
          <OtherAreas action={action} />
        </div>
        <p className="mt-1 hidden text-sm text-ink-2 md:block">
          {likelyText(action)} <PastCampaign action={action} view={view} />
        </p>
      </div>
      <p className="col-start-2 col-end-4 text-sm text-ink-2 md:hidden">
        {likelyText(action)} <PastCampaign action={action} view={view} />
      </p>
    </li>
  );
}

/** The age group with the largest published share, at the newest quarter end. Draws nothing if fewer than two are published. */
function Highest({ action, view }: { action: PlanAction; view: View }) {
  const { dimension, value } = actionFacts[action.key];
  const build = useCallback(
    (asked: View) => newestQuery(asked, [COUNT, SHARE], [dimension, 'Member.ageGroup']),
    [dimension],
  );
  const { data } = useFigures(view, build);
  const found = (data?.rows ?? []).flatMap((row) => {
    const { value: share, about } = row.cell(SHARE);
    const group = row.text('Member.ageGroup');
    return share !== null && about === null && group !== null && label(row.text(dimension) ?? '') === value
      ? [{ group, share, month: row.month }]
      : [];
  });
  if (found.length < 2) return null;
  const highest = found.reduce((most, one) => (one.share > most.share ? one : most));
  return (
    <p className="text-sm text-ink-3">
      Highest: age {label(highest.group)}, {shareText(highest.share, 0)} ({monthText(highest.month)})
    </p>
  );
}

function NextStep({ action, plan, campaigns, contact }: Omit<ActionProps, 'rank' | 'view'>) {
  const flyer = plan.files.find((file) => aimOf({ name: file, campaignType: '' }) === action.area);
  const { busy, failure, download } = useDownload();
  // Campaigns are listed with the newest first.
  const email = campaigns.list.find(
    ({ kind, name }) => kind === 'email' && aimOf({ name, campaignType: kind }) === action.area,
  );
  const request = {
    action: action.label,
    plan: plan.name,
    email: email?.name ?? null,
    manager: contact?.name ?? plan.relationshipManager,
    title: contact?.title ?? null,
    to: contact?.email ?? null,
    fund: plan.platform.name,
  };
  const those = action.members.value === null ? 'these members' : `these ${number(action.members.value)}`;
  return (
    <>
      <div className="text-sm text-ink-2">
        {email ? (
          <>
            Email <b className="font-semibold text-ink">{email.name}</b> to {those}. Last sent {date(email.date)}
            {email.recipients.value !== null && `, to ${number(email.recipients.value)}`}.
          </>
        ) : campaigns.data !== undefined ? (
          'No email sent yet.'
        ) : campaigns.failed ? (
          'Which emails were sent did not load.'
        ) : (
          <Bone className="h-5 w-48" />
        )}
      </div>
      <p className="mt-1 flex flex-wrap gap-x-4">
        <Link to="/contact" state={withRequest(request)} className={LINK}>
          <Mail size={15} aria-hidden />
          Ask {askedName(request)} to send {email ? 'it' : 'one'}
        </Link>
        {flyer !== undefined && (
          <button
            type="button"
            disabled={busy}
            onClick={() => void download(flyerPath(plan.id, flyer))}
            className={LINK}
          >
            <FileText size={15} aria-hidden />
            Flyer, PDF<span className="sr-only">: {flyer}</span>
          </button>
        )}
      </p>
      <DownloadFailed what="The flyer" failure={failure} />
    </>
  );
}
const LINK =
  'link inline-flex items-center gap-1.5 text-sm font-semibold hover:underline pointer-coarse:min-h-11 print:hidden';

/** The gain if as many members act as after past campaigns, with its direction in words. */
function likelyText({ campaigns, didBefore, likelyChange, margin }: PlanAction): string {
  if (campaigns.length === 0) return 'Likely gain: not known yet, no past campaign to judge by';
  if (didBefore.value === null) return 'Likely gain: not known, how many did after past campaigns is not published';
  const did = `${didBefore.rounded ? `about ${shareText(didBefore.value, 0)}` : shareText(didBefore.value, 1)} did after past campaigns`;
  const effect = cellOf(likelyChange, margin);
  if (effect.value === null) return `Likely gain: not published; ${did}`;
  return `Likely gain: ${isShown(effect) ? signed(effect.value) : 'no clear change'}, as ${did}`;
}
