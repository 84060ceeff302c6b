import { useAsfaFiguresQuery } from '../../portal/asfa/asfa.api';
import { QueryStates } from '../../portal/records/query-states';
import { Card, CardHead } from '../../ui/card';
import { dayText } from '../../ui/day-text';
import { dollars } from '../../ui/format';
import { LinkButton } from '../../ui/link-button';

/** The ASFA figures in use, and the way to the page that loads new ones. */
export function AsfaPanel() {
  const query = useAsfaFiguresQuery();
  return (
    <Card aria-label="ASFA figures">
      <CardHead title="ASFA figures" note="The retirement standard used for scores." />
      <div className="mt-3 text-base">
        <QueryStates query={query} what="The ASFA figures">
          {({ at, modestSingleYearTotal, comfortableSingleYearTotal }) =>
            at === null ? (
              <p>No complete set is saved yet, so retirement adequacy is not scored.</p>
            ) : (
              <>
                <p>
                  In use: set of <span className="font-semibold">{dayText(at)}</span>
                </p>
                <p className="text-sm text-ink-2">
                  A single person’s year: modest {dollars(modestSingleYearTotal ?? 0)}, comfortable{' '}
                  {dollars(comfortableSingleYearTotal ?? 0)}
                </p>
              </>
            )
          }
        </QueryStates>
      </div>
      <LinkButton to="/staff/asfaFigures" className="mt-3">
        Load new figures
      </LinkButton>
    </Card>
  );
}
