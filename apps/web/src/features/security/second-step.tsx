import type { SecondFactorRule } from '@superscope/contracts/second-factor';
import { useState } from 'react';
import { Checkbox, CheckboxGroup } from 'react-aria-components';
import { errorsOf, referenceOf } from '../../portal/api/base.api';
import { NotLoaded } from '../../portal/api/not-loaded';
import { ChangedMeanwhile } from '../../portal/forms/changed-meanwhile';
import { useRevision } from '../../portal/forms/use-revision';
import { roleName } from '../../portal/user/user';
import { Button } from '../../ui/button';
import { Section } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { MessageBox } from '../../ui/message-box';
import { Bone, Reference, Skeleton } from '../../ui/states';
import { useRequireSecondFactorMutation, useSecondFactorRuleQuery } from './security.api';

type Roles = SecondFactorRule['roles'];

const ROLES: Roles = ['CompanyRep', 'ProviderRep', 'AuthorizedRep', 'Staff', 'Admin', 'DevOps', 'Auditor'];

/** The roles that need a second factor at sign-in. */
export function SecondStep() {
  const { data, isError, error, refetch } = useSecondFactorRuleQuery();
  return (
    <Section
      id="second-step"
      title="Two-step sign-in"
      note="A code of an app, or by e-mail where somebody has no app, beside the password."
    >
      <div className="card p-4 sm:p-5">
        {data ? (
          <Rule saved={data} />
        ) : isError ? (
          <NotLoaded what="The rule" error={error} onRetry={() => void refetch()} className="min-h-32" />
        ) : (
          <Skeleton label="the rule">
            <Bone className="h-24" />
          </Skeleton>
        )}
      </div>
    </Section>
  );
}

/** Follows what others save until somebody ticks something else here. */
function Rule({ saved }: { saved: SecondFactorRule }) {
  const [save, { data, error, isLoading }] = useRequireSecondFactorMutation();
  const [shown, setShown] = useState(saved);
  const [chosen, setChosen] = useState<readonly string[]>(saved.roles);
  const { newer, follow, send, takes } = useRevision(saved.revision);
  const changed = !isSame(chosen, shown.roles);
  if (saved !== shown && (!changed || isSame(chosen, saved.roles))) {
    setShown(saved);
    setChosen(saved.roles);
    follow(saved.revision);
  }
  const store = () =>
    send((revision) => save({ roles: ROLES.filter((role) => chosen.includes(role)), revision }).unwrap()).catch(takes);
  return (
    <div className="space-y-4">
      {newer !== null && (
        <ChangedMeanwhile
          newer={newer}
          action="Save the rule"
          inWords={(names) => names.split(', ').map(nameOf).join(', ')}
        />
      )}
      {(newer === null ? errorsOf(error) : []).map(({ message }) => (
        <MessageBox key={message} tone="danger">
          {message}
          <Reference id={referenceOf(error)} className="mt-1" />
        </MessageBox>
      ))}
      {data !== undefined && !changed && <MessageBox tone="good">{data.message}</MessageBox>}
      <CheckboxGroup
        aria-label="Roles that need a second step"
        value={[...chosen]}
        onChange={setChosen}
        className="flex flex-wrap gap-x-6 gap-y-2"
      >
        {ROLES.map((role) => (
          <Checkbox
            key={role}
            value={role}
            className="group flex cursor-pointer items-center gap-2.5 rounded-sm text-base pointer-coarse:h-11"
          >
            {({ isSelected }) => (
              <>
                <span
                  aria-hidden
                  className={cx(
                    'grid size-[18px] shrink-0 place-items-center rounded-sm border text-xs font-bold group-data-[focus-visible]:outline-2 group-data-[focus-visible]:outline-offset-2 group-data-[focus-visible]:outline-focus',
                    isSelected ? 'border-brand bg-brand text-on-brand' : 'border-line-strong bg-surface',
                  )}
                >
                  {isSelected && '✓'}
                </span>
                {roleName(role)}
              </>
            )}
          </Checkbox>
        ))}
      </CheckboxGroup>
      <Button disabled={!changed || isLoading} onClick={() => void store()}>
        Save the rule
      </Button>
    </div>
  );
}

const nameOf = (role: string) => roleName(role as Roles[number]);
const isSame = (some: readonly string[], others: readonly string[]) =>
  ROLES.every((role) => some.includes(role) === others.includes(role));
