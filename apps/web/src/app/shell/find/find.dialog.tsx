import { longestSearch } from '@superscope/contracts/member-event-rules';
import { Search, X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Button, Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useLocation, useNavigate } from 'react-router';
import { unlessKept } from '../../../portal/leaving/leaving';
import { NearNotice } from '../../../portal/lookups/near-notice';
import type { User } from '../../../portal/user/user';
import { altDigit } from '../../../ui/alt-digit';
import { cx } from '../../../ui/class-names';
import { KeyCap } from '../../../ui/key-cap';
import { newTabKeys } from './find-keys';
import { looksFor, screensOf, type FindGroup, type FindOption } from './find-options';
import { FindRow } from './find-row';
import { foundText } from './found-text';
import { keepRecent } from './recent';
import { useFound } from './use-found';
import { useRecent } from './use-recent';

const PAGE = 5;

interface Props {
  user: User;
  onClose: () => void;
}

/**
 * Finds what a user may see, while typing keeps the focus. Enter opens, with Ctrl in a new tab; the right arrow goes to the screens of the
 * marked member, which Alt and a digit open at once; Escape closes.
 */
export function FindDialog({ user, onClose }: Props) {
  const [text, setText] = useState('');
  const [activeId, setActiveId] = useState<string | null>(null);
  const [aboutId, setAboutId] = useState<string | null>(null);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // The dialog takes the focus where nothing has it, later than `autoFocus` and also when a question over it closes: it belongs to the field.
  useEffect(() => {
    const input = field.current!;
    const dialog = input.closest('[role=dialog]')!;
    const take = () => input.focus();
    take();
    dialog.addEventListener('focus', take);
    return () => dialog.removeEventListener('focus', take);
  }, []);
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const found = useFound(user, text);
  const recent = useRecent(user);
  const { wanted } = found;

  const screensFor = (person: FindOption) => screensOf(user, person.id.split(' ')[1]!);
  const persons = wanted === '' ? (recent ?? []).filter(({ kind }) => kind === 'member') : found.persons;
  // The screens stay those of the member who was marked last.
  const about = persons.find((person) => person.id === aboutId) ?? (wanted === '' ? undefined : persons[0]);
  const groups = [
    { title: 'Recent', options: wanted === '' ? (recent ?? []) : [] },
    { title: 'Members', options: found.persons },
    { title: 'Plans and employers', options: found.plansAndEmployers },
    about === undefined
      ? { title: '', options: [] }
      : { title: `Screens, for ${about.name}`, options: screensFor(about) },
    { title: 'Screens', options: found.screens },
    { title: 'Reports by code', options: found.reports },
  ].filter(({ options: { length } }) => length > 0) satisfies FindGroup[];
  const options = groups.flatMap((group) => group.options);
  const active = options.find((option) => option.id === activeId) ?? options[0];
  /** For whom something can be done by a key. */
  const person = active?.kind === 'member' ? active : about;
  const rowIdOf = (option: FindOption) => `${id}-${options.indexOf(option)}`;
  const activeRowId = active && rowIdOf(active);
  useEffect(() => {
    if (activeRowId !== undefined) document.getElementById(activeRowId)?.scrollIntoView({ block: 'nearest' });
  }, [activeRowId]);

  const mark = (option: FindOption | undefined) => {
    if (option === undefined) return;
    setActiveId(option.id);
    if (option.kind === 'member') setAboutId(option.id);
  };
  const open = (option: FindOption, inNewTab: boolean) => {
    // A member's screen comes back as the member.
    const opened = option.kind === 'memberScreen' ? person : option;
    const go = () => {
      if (opened !== undefined) keepRecent(user.username, opened.id);
      onClose();
    };
    if (inNewTab) {
      go();
      window.open(option.url, '_blank', 'noopener');
    } else if (option.url === pathname + search + hash) go();
    else
      unlessKept(() => {
        go();
        void navigate(option.url);
      });
  };
  const press = (event: KeyboardEvent) => {
    // An input method takes Enter and arrows for itself.
    if (event.nativeEvent.isComposing || options.length === 0 || active === undefined) return;
    const digit = altDigit(event.nativeEvent);
    const called =
      digit === undefined || person === undefined
        ? undefined
        : screensFor(person).find((option) => option.digit === digit);
    const { selectionStart, selectionEnd } = field.current!;
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    // Within the text the arrows move in it.
    const leavesText = isPlain && selectionStart === text.length && selectionEnd === text.length;
    const at = options.indexOf(active);
    const last = options.length - 1;
    const to: Record<string, number> = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at === 0 ? last : at - 1,
      PageDown: Math.min(last, at + PAGE),
      PageUp: Math.max(0, at - PAGE),
    };
    if (called !== undefined) {
      event.preventDefault();
      open(called, false);
    } else if (event.key === 'ArrowRight' && leavesText && active.kind === 'member') {
      // From somebody to what can be done for them, and back.
      event.preventDefault();
      setAboutId(active.id);
      setActiveId(screensFor(active)[0]?.id ?? active.id);
    } else if (event.key === 'ArrowLeft' && leavesText && active.kind === 'memberScreen') {
      event.preventDefault();
      mark(about);
    } else if (event.key in to) {
      event.preventDefault();
      mark(options[to[event.key]!]);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      open(active, event.ctrlKey || event.metaKey);
    }
  };
  const looks = looksFor(user);
  const said = wanted === '' && recent === undefined ? 'Loading…' : foundText(found, looks.members);

  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => isOpen || onClose()}
      className="fixed inset-0 z-40 bg-[#0A1513]/45 sm:px-4 sm:pt-[8vh]"
    >
      <Modal className="mx-auto flex h-full w-full flex-col overflow-hidden bg-raised shadow-pop sm:h-[min(80vh,42rem)] sm:max-w-[920px] sm:rounded-xl sm:border">
        <Dialog aria-label="Find" className="flex min-h-0 flex-1 flex-col outline-none">
          <div className="flex h-14 shrink-0 items-center gap-3 border-b px-4 sm:px-5">
            <Search size={19} className="shrink-0 text-ink-3" aria-hidden />
            <input
              ref={field}
              role="combobox"
              aria-label="Find"
              aria-expanded={options.length > 0}
              aria-controls={`${id}-list`}
              aria-autocomplete="list"
              aria-activedescendant={activeRowId}
              autoComplete="off"
              spellCheck={false}
              maxLength={longestSearch}
              placeholder={
                looks.members
                  ? 'Name, number, birth date, plan, screen, code'
                  : looks.plans
                    ? 'Plan or screen'
                    : 'Screen'
              }
              value={text}
              onChange={({ target }) => {
                setText(target.value);
                setActiveId(null);
                setAboutId(null);
              }}
              onKeyDown={press}
              className="h-full min-w-0 flex-1 bg-transparent text-lg text-ink outline-none"
            />
            <span className="hidden sm:block">
              <KeyCap>Esc</KeyCap>
            </span>
            <Button
              slot="close"
              aria-label="Close"
              className="-mr-2 grid size-9 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-hover pointer-coarse:size-11"
            >
              <X size={18} aria-hidden />
            </Button>
          </div>
          <div role="status" className="shrink-0">
            {found.isNear && (
              <p className="border-b bg-info-soft px-4 py-2 text-base text-ink sm:px-5">
                <NearNotice text={wanted} />
              </p>
            )}
            {said !== '' && <p className="px-4 pt-3 text-sm text-ink-3 wrap-anywhere sm:px-5">{said}</p>}
          </div>
          {wanted === '' && recent?.length === 0 && (
            <p className="px-4 pt-3 text-sm text-ink-3 sm:px-5">
              {looks.members
                ? 'A birth date such as 14/03/1984 finds members, and so does the end of a number. What you open comes first here next time.'
                : 'What you open comes first here next time.'}
            </p>
          )}
          <div id={`${id}-list`} role="listbox" aria-label="Found" className="min-h-0 flex-1 overflow-auto pb-2">
            {groups.map(({ title, options: ofGroup }, i) => (
              <div
                key={title}
                role="group"
                aria-labelledby={`${id}-group-${i}`}
                className={cx(i > 0 && 'mt-1 border-t')}
              >
                <div
                  id={`${id}-group-${i}`}
                  role="presentation"
                  className="px-4 pb-1 pt-3 text-sm font-semibold text-ink-2 wrap-anywhere sm:px-5"
                >
                  {title}
                </div>
                {ofGroup.map((option) => (
                  <FindRow
                    key={option.id}
                    id={rowIdOf(option)}
                    option={option}
                    part={wanted}
                    isActive={option === active}
                    onReach={() => mark(option)}
                    onOpen={(inNewTab) => open(option, inNewTab)}
                  />
                ))}
              </div>
            ))}
          </div>
          <p className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-t bg-sunken px-4 py-2.5 text-sm text-ink-2 sm:px-5">
            <span className="contents pointer-coarse:hidden">
              <span>
                <KeyCap>↑</KeyCap> <KeyCap>↓</KeyCap> move
              </span>
              <span>
                <KeyCap>Enter</KeyCap> opens
              </span>
              {person !== undefined && (
                <span>
                  <KeyCap>→</KeyCap> what can be done
                </span>
              )}
              <span>
                <KeyCap>{newTabKeys}</KeyCap> new tab
              </span>
            </span>
            <span className="sm:ml-auto">Only what you may see is found.</span>
          </p>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
