import {
  farAheadText,
  figureGroups,
  isFarAhead,
  missingText,
  plausibility,
  retirementStandardFields,
  type AsfaDocument,
  type AsfaFigures,
  type StandardField,
} from '@superscope/contracts/asfa';
import { earliestDay, latestDay } from '@superscope/contracts/csv-columns';
import { useState } from 'react';
import { newId } from '../../portal/api/base.api';
import { Failure } from '../../portal/api/failure';
import { NotLoadedBox } from '../../portal/api/not-loaded';
import { ChangedMeanwhile } from '../../portal/forms/changed-meanwhile';
import { useRevision } from '../../portal/forms/use-revision';
import { useUnsaved } from '../../portal/leaving/use-unsaved';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { DateField } from '../../ui/date-field';
import { dayText } from '../../ui/day-text';
import { sydneyToday } from '../../ui/format';
import { useSaveEffectQuery, useSaveFiguresMutation } from './asfa-figures.api';
import { DerivationNote } from './derivation-note';
import {
  NO_ENTRIES,
  othersToKeep,
  pdfUrlsOf,
  placesOf,
  requestOf,
  valuesOf,
  weeklyOf,
  type Entries,
  type Place,
} from './figure-entries';
import { FigureRow } from './figure-row';
import { amountText, effectText } from './figure-text';
import { HostsDialog } from './hosts-dialog';
import { LoadCard } from './load-card';
import { RulesCard } from './rules-card';
import { SheetPreview } from './sheet-preview';

/** Budgets are taken as read, and typed only where no document names them, such as a scan. */
const AS_READ = 'Budgets a year';
const HEADS = ['Figure', 'Now', 'New', 'Change', 'Read from'];

const isInRange = (day: string | null): day is string => day !== null && day >= earliestDay && day <= latestDay;

export function FiguresForm({ now }: { now: AsfaFigures }) {
  const [entries, setEntries] = useState<Entries>(NO_ENTRIES);
  const [at, setAt] = useState<string | null>(null);
  const [shown, setShown] = useState<{ place: Place; figure: string } | null>(null);
  const [showsHosts, setShowsHosts] = useState(false);
  const [asksDay, setAsksDay] = useState(false);
  /** Counts the sets saved, so that each shows its own progress. */
  const [saved, setSaved] = useState(0);
  const [save, saving] = useSaveFiguresMutation();
  const set = useRevision(-1);
  const effect = useSaveEffectQuery(at ?? '', { skip: !isInRange(at) });

  const values = valuesOf(entries, now);
  const lacking = missingText(values);
  const rules = plausibility(values, now.at === null ? null : now, weeklyOf(entries.documents));
  const missing = retirementStandardFields.filter((field) => values[field] == null).length;
  const isEmpty = missing === retirementStandardFields.length;
  const isEntered = entries.documents.length > 0 || Object.keys(entries.typed).length > 0 || entries.kept.size > 0;
  useUnsaved(
    isEntered
      ? {
          question: 'The figures are not saved yet. Leave this page?',
          title: 'The figures are not saved yet',
          text: 'What was read, typed and kept is lost if you go on.',
          stay: 'Stay',
          leave: 'Leave without saving',
        }
      : null,
  );
  const change = (change: Partial<Entries>) => setEntries((before) => ({ ...before, ...change }));
  /** Another person's set of the same day, saved after it was chosen, is not replaced unseen. */
  const choose = (day: string | null) => {
    setAt(day);
    set.follow(now.sets.find((each) => each.at === day)?.revision ?? -1);
  };
  const discard = () => {
    setEntries(NO_ENTRIES);
    choose(null);
    setShown(null);
    saving.reset();
  };
  const saveThem = async (confirmed: boolean) => {
    if (!isInRange(at) || lacking !== null) return;
    if (!confirmed && isFarAhead(at, sydneyToday())) {
      setAsksDay(true);
      return;
    }
    setAsksDay(false);
    try {
      await set.send((revision) =>
        save({ set: { ...requestOf(at, values), pdfUrls: pdfUrlsOf(entries, now), revision }, confirmed }).unwrap(),
      );
    } catch (error) {
      set.takes(error);
      return;
    }
    discard();
    setSaved((count) => count + 1);
  };
  const type = (field: StandardField, text: string) => {
    const { [field]: _, ...others } = entries.typed;
    const kept = new Set(entries.kept);
    kept.delete(field);
    // An emptied field shows again what was read.
    change({
      kept,
      typed: text === '' && placesOf(field, entries.documents).length === 1 ? others : { ...others, [field]: text },
    });
  };
  const keep = (field: StandardField) => {
    const { [field]: _, ...typed } = entries.typed;
    change({ typed, kept: new Set([...entries.kept, field]) });
  };
  const others = othersToKeep(entries, now);
  const pick = (field: StandardField, amount: number) => {
    const { [field]: _, ...typed } = entries.typed;
    const kept = new Set(entries.kept);
    kept.delete(field);
    change({ typed, kept, picked: { ...entries.picked, [field]: amount } });
  };
  const add = (document: AsfaDocument, pdfUrl: string | null) =>
    setEntries((before) => ({
      ...before,
      documents: [...before.documents, { id: newId(), document, pdfUrl, loadedAt: new Date().toISOString() }],
    }));
  const remove = (id: string) => {
    change({ documents: entries.documents.filter((each) => each.id !== id) });
    if (shown?.place.of.id === id) setShown(null);
  };

  return (
    <>
      {saved > 0 && (
        <div className="mb-4">
          <DerivationNote key={saved} onClose={() => setSaved(0)} />
        </div>
      )}
      <LoadCard documents={entries.documents} onLoaded={add} onRemove={remove} onHosts={() => setShowsHosts(true)} />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,1fr)_22rem] xl:items-start">
        <section aria-label="Figures" className="card overflow-hidden">
          <div className="flex flex-wrap items-end gap-3 p-4 sm:px-5">
            <div className="min-w-0 flex-1 basis-64">
              <h2 className="text-md font-semibold">Found, beside what holds now</h2>
              <p className="mt-0.5 text-sm text-ink-3">
                {now.at === null ? 'Now: no set yet.' : `Now: set of ${dayText(now.at)}.`} Nothing is saved until Save.
              </p>
            </div>
            {isEntered && others.length > 0 && (
              <Button onClick={() => change({ kept: new Set([...entries.kept, ...others]) })}>
                Keep all others, {others.length}
              </Button>
            )}
            <div className="w-44">
              <DateField label="Valid from" required min={earliestDay} max={latestDay} value={at} onChange={choose} />
            </div>
          </div>
          <table className="w-full text-base max-md:block">
            <thead className="bg-sunken text-sm max-md:hidden">
              <tr>
                {HEADS.map((head) => (
                  <th
                    key={head}
                    scope="col"
                    className={`py-2.5 font-semibold first:pl-5 last:pr-5 ${head === 'Now' || head === 'Change' ? 'text-right' : 'pl-4 text-left'}`}
                  >
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            {figureGroups.map(({ group, figures }) => (
              <tbody key={group} className="max-md:block">
                <tr className="border-t max-md:block">
                  <th
                    scope="rowgroup"
                    colSpan={HEADS.length}
                    className="px-4 pt-3 pb-1 text-left text-sm font-semibold text-ink-2 max-md:block sm:px-5"
                  >
                    {group}
                    {group === AS_READ && ', as read; typed where no document names them'}
                  </th>
                </tr>
                {figures.map(({ field, word }) => (
                  <FigureRow
                    key={field}
                    field={field}
                    name={`${group}: ${word}`}
                    word={word}
                    now={now[field]}
                    value={values[field] ?? null}
                    text={
                      group === AS_READ && placesOf(field, entries.documents).length > 0
                        ? null
                        : (entries.typed[field] ?? textOf(values[field] ?? null))
                    }
                    places={placesOf(field, entries.documents)}
                    isKept={entries.kept.has(field)}
                    isLoaded={entries.documents.length > 0}
                    failing={rules.filter(({ holds, fields }) => holds === 'no' && fields.includes(field))}
                    shown={shown?.place ?? null}
                    onType={(text) => type(field, text)}
                    onKeep={() => keep(field)}
                    onPick={(amount) => pick(field, amount)}
                    onShow={(place) => setShown({ place, figure: word })}
                  />
                ))}
              </tbody>
            ))}
          </table>
          <div className="flex flex-wrap items-center gap-3 border-t p-4 sm:px-5">
            <div className="min-w-48 flex-1 text-sm">
              {!isEmpty && lacking !== null && <p className="font-medium text-danger">{lacking}</p>}
              {!isEmpty && lacking === null && !isInRange(at) && (
                <p className="font-medium text-danger">Say from which day the figures are valid.</p>
              )}
              {isInRange(at) && effect.currentData && (
                <p className="text-ink-2">{effectText(effect.currentData, at)}</p>
              )}
              {isInRange(at) && (
                <NotLoadedBox
                  error={effect.isError ? effect.error : null}
                  what="What saving would change"
                  onRetry={() => void effect.refetch()}
                />
              )}
            </div>
            <div className="flex gap-2">
              <Button
                busy={saving.isLoading}
                disabled={isEmpty && at === null && entries.documents.length === 0}
                onClick={discard}
              >
                Discard
              </Button>
              <Button
                kind="primary"
                busy={saving.isLoading}
                disabled={lacking !== null || !isInRange(at)}
                onClick={() => void saveThem(false)}
              >
                Save
              </Button>
            </div>
            {set.newer !== null && (
              <div className="basis-full">
                <ChangedMeanwhile newer={set.newer} />
              </div>
            )}
            <Failure
              error={set.newer === null ? saving.error : undefined}
              otherwise="No answer came. Press Save again; the same figures are saved once."
              onClose={saving.reset}
              className="basis-full"
            />
          </div>
        </section>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {shown !== null && <SheetPreview place={shown.place} figure={shown.figure} />}
          <RulesCard rules={rules} missing={missing} />
        </div>
      </div>
      {showsHosts && (
        <HostsDialog hosts={now.hosts} revision={now.hostsRevision} onClose={() => setShowsHosts(false)} />
      )}
      {asksDay && at !== null && (
        <ConfirmDialog
          title="More than a year ahead"
          cancel="Change the day"
          action="Save for this day"
          onClose={() => setAsksDay(false)}
          onConfirm={() => void saveThem(true)}
        >
          {farAheadText('The figures', at)}
        </ConfirmDialog>
      )}
    </>
  );
}

const textOf = (amount: number | null) => (amount === null ? '' : amountText(amount));
