import type { AsfaFigures } from '@superscope/contracts/asfa';
import { ArrowLeft, CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAsfaFiguresQuery } from '../../portal/asfa/asfa.api';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { QueryStates } from '../../portal/records/query-states';
import { Button } from '../../ui/button';
import { number } from '../../ui/format';
import { usePageTitle } from '../../ui/use-page-title';
import { FiguresForm } from './figures-form';
import { SavedSetsDialog } from './saved-sets-dialog';

/** ASFA's retirement standard: the set in use, and a new one read from documents, looked at and saved. */
export function AsfaFiguresPage() {
  usePageTitle('ASFA figures');
  const query = useAsfaFiguresQuery();
  return (
    <>
      <Link to="/staff/importExport" className="mb-1 inline-flex items-center gap-1.5 text-base text-brand">
        <ArrowLeft size={15} aria-hidden />
        Import / Export
      </Link>
      <PlainHeader
        title="ASFA figures"
        note="The retirement standard used for scores. Read it from ASFA’s PDFs, look at each figure, then save."
        right={query.data && query.data.sets.length > 0 && <SavedSets sets={query.data.sets} />}
      />
      <QueryStates query={query} what="The ASFA figures">
        {(figures) => <FiguresForm now={figures} />}
      </QueryStates>
    </>
  );
}

function SavedSets({ sets }: { sets: AsfaFigures['sets'] }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon={CalendarDays} onClick={() => setIsOpen(true)}>
        Sets saved before, {number(sets.length)}
      </Button>
      {isOpen && <SavedSetsDialog sets={sets} onClose={() => setIsOpen(false)} />}
    </>
  );
}
