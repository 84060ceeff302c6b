import type { CreateMemberEvents } from '@superscope/contracts/member-events';
import { namesOf } from '@superscope/domain/event';
import { memberStream } from '@superscope/domain/member/member';
import type { RecordableType } from '@superscope/domain/member/member.events';
import type { RecordedFields, Submission } from '@superscope/domain/member/recorded-events';

const ofMembers = namesOf(memberStream);

/** The blocks of a request, with the type of event that each records, in the order of the screen. */
const blocks = {
  beneficiaryNominationValidated: ofMembers.BeneficiaryNominationValidated,
  potentialConsolidationVerified: ofMembers.PotentialConsolidationVerified,
  consolidationImplemented: ofMembers.ConsolidationImplemented,
  consultationPerformed: ofMembers.ConsultationPerformed,
  insuranceAdviceImplemented: ofMembers.InsuranceAdviceImplemented,
  investmentAdviceImplemented: ofMembers.InvestmentAdviceImplemented,
} as const satisfies Partial<Record<keyof CreateMemberEvents, RecordableType>>;

interface Block {
  create: boolean;
  valid?: boolean | undefined;
  outcome?: RecordedFields['outcome'];
  amount?: number | null | undefined;
  fundName?: string | null | undefined;
  notes?: string | null | undefined;
}

/** Treats empty text like missing text. */
const textOf = (text: string | null | undefined): string | null => (text ? text : null);

/** What a request submits. Blocks without `create` are left out. */
export function submissionOf(request: CreateMemberEvents): Submission {
  const { effectiveDate, consultant, again = false } = request;
  const events = Object.entries(blocks).flatMap(([name, type]): RecordedFields[] => {
    const block: Block | undefined = request[name as keyof typeof blocks];
    if (!block?.create) return [];
    const { valid, outcome = null, amount, fundName, notes } = block;
    return [
      {
        type,
        outcome,
        fundName: textOf(fundName),
        notes: textOf(notes),
        ...(valid === undefined ? {} : { valid }),
        amountCents: amount == null ? null : Math.round(amount * 100),
      },
    ];
  });
  return { effectiveDate, consultant, events, again };
}
