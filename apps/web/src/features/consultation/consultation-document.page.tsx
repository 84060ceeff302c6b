import type { ConsultationDocument } from '@superscope/contracts/consultation';
import { DocumentSheet } from '../../portal/page-file/document-sheet';
import { date, dateTime } from '../../ui/format';
import { ConsultationContent } from './consultation-content';

/** A filed consultation as a document. */
export const ConsultationDocumentPage = () => (
  <DocumentSheet<ConsultationDocument>
    title="Consultation"
    who={({ content }) => `${content.member.name}, ${content.member.companyName}`}
    madeAt={({ filedAt }) => filedAt}
  >
    {({ content, consultationId, filedAt, filedBy, contentSha256 }) => (
      <>
        <dl className="my-4 grid grid-cols-3 gap-x-4 gap-y-2">
          <Fact name="Member number">{content.member.number}</Fact>
          <Fact name="Birth date">
            {content.member.dateOfBirth === null ? 'Not known' : date(content.member.dateOfBirth)}
          </Fact>
          <Fact name="Plan">{content.member.planName}</Fact>
          <Fact name="Made by">{filedBy}</Fact>
          <Fact name="Filed">{dateTime(filedAt)}</Fact>
          <Fact name="Calculated">{date(content.on)}</Fact>
        </dl>
        <ConsultationContent of={content} onPaper />
        <p className="mt-4 text-sm text-ink-2 wrap-anywhere">
          Filed among the events of {content.member.name} as consultation {consultationId}. SHA-256 of its figures:{' '}
          {contentSha256}. General information, not personal advice.
        </p>
      </>
    )}
  </DocumentSheet>
);

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div>
    <dt className="text-ink-3">{name}</dt>
    <dd className="font-semibold wrap-anywhere">{children}</dd>
  </div>
);
