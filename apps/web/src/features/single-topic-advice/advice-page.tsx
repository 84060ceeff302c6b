import type { AdvisedMember } from '@superscope/contracts/member-advice';
import { Download, FolderSearch, Lock, Printer } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { isUnknown } from '../../portal/api/base.api';
import { NotLoaded } from '../../portal/api/not-loaded';
import { DownloadFailed } from '../../portal/downloads/download-failed';
import { useDownload } from '../../portal/downloads/use-download';
import { LoadingPage } from '../../portal/figure-page/page-states';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { date } from '../../ui/format';
import { MessageBox } from '../../ui/message-box';
import { EmptyState } from '../../ui/states';
import { usePageTitle } from '../../ui/use-page-title';
import { whoText } from './advice-text';

interface Asked<Advice> {
  currentData?: Advice | undefined;
  isError: boolean;
  error?: unknown;
  refetch: () => unknown;
}

interface Props<Advice> {
  title: string;
  /** The address of the same as a PDF. */
  pdf: string;
  useAdvice: (memberId: string, options: { skip: boolean }) => Asked<Advice>;
  children: (advice: Advice) => ReactNode;
}

/** An advice about the member whom the address names, to read, to print and to download. */
export function AdvicePage<Advice extends { member: AdvisedMember }>({
  title,
  pdf,
  useAdvice,
  children,
}: Props<Advice>) {
  usePageTitle(title);
  const [query] = useSearchParams();
  const memberId = query.get('memberId') ?? '';
  const { currentData: advice, isError, error, refetch } = useAdvice(memberId, { skip: memberId === '' });
  const { download, busy, failure } = useDownload();
  // What refused the document, such as a member who left meanwhile, is then seen on the page too.
  useEffect(() => {
    if (failure !== null) void refetch();
  }, [failure, refetch]);
  if (memberId === '')
    return (
      <Card className="grid min-h-96">
        <EmptyState icon={FolderSearch} as="h1" title="Choose a member">
          The address of an advice names its member. The Reports screen opens it for the member chosen there.
        </EmptyState>
      </Card>
    );
  if (isUnknown(error))
    return (
      <Card className="grid min-h-96">
        <EmptyState icon={Lock} as="h1" title="There is no such member">
          The address names a member who does not exist, or whom your account may not see.
        </EmptyState>
      </Card>
    );
  if (isError)
    return (
      <>
        <PlainHeader title={title} note="Nothing can be said about this member." />
        <Card className="grid min-h-72">
          <NotLoaded what="The advice" error={error} onRetry={() => void refetch()} />
        </Card>
      </>
    );
  if (advice === undefined) return <LoadingPage />;
  const { leftOn } = advice.member;
  const refused = leftOn === null ? undefined : 'Advice is for members of the plan';
  return (
    <>
      <PlainHeader
        title={title}
        note={whoText(advice.member)}
        right={
          <div className="flex flex-wrap gap-2">
            <Button icon={Printer} disabled={refused !== undefined} title={refused} onClick={() => window.print()}>
              Print
            </Button>
            <Button
              icon={Download}
              busy={busy}
              disabled={refused !== undefined}
              title={refused}
              onClick={() => void download({ url: pdf, params: { memberId } })}
            >
              Download PDF
            </Button>
          </div>
        }
      />
      <DownloadFailed what={title} failure={failure} />
      {leftOn !== null && (
        <div className="mb-4">
          <MessageBox tone="attention" stays>
            This member left the plan on {date(leftOn)}. The figures below are history: advice is for members of the
            plan, so no document is made of them.
          </MessageBox>
        </div>
      )}
      {children(advice)}
    </>
  );
}
