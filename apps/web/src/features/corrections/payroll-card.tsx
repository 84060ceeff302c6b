import type { PlanCorrections } from '@superscope/contracts/corrections';
import { payrollText } from '../../portal/plan/payroll';
import { Button } from '../../ui/button';
import { Card, CardHead } from '../../ui/card';
import type { Asked } from './correction-dialog';

interface Props {
  plan: PlanCorrections;
  onAsk: (asked: Asked) => void;
}

const WHEN =
  'It counts from the next edition: for the months that close from now on, and for closed ones once they are published anew.';

const CHOICES = [
  {
    payroll: 'one',
    onePayroll: true,
    button: 'One payroll',
    text: 'Whoever reads the plan’s figures knows the salaries of all of its members, because its employers share one payroll. Salaries and ages are then published exactly.',
  },
  {
    payroll: 'several',
    onePayroll: false,
    button: 'Several payrolls',
    text: 'Nobody knows the salaries of another employer’s people. Salary groups are then published of the whole plan only, and average salaries and ages with small adjustments.',
  },
  {
    payroll: null,
    onePayroll: null,
    button: 'Nothing said',
    text: 'A plan with one employer then has one payroll, and a plan with several employers has several.',
  },
] as const;

/** Says whether a plan's employers share one payroll, which decides what is published of salaries. */
export function PayrollCard({ plan: { id: planId, name, payroll }, onAsk }: Props) {
  const isSaid = payroll === 'one' || payroll === 'several';
  const choices = CHOICES.filter((choice) => (isSaid ? choice.payroll !== payroll : choice.payroll !== null));
  return (
    <Card aria-label="Payroll">
      <CardHead
        title="Payroll"
        note={`${payrollText[payroll]}. It decides what employers read of salaries and ages.`}
      />
      <div className="mt-4 flex flex-wrap gap-2">
        {choices.map(({ button, text, onePayroll }) => (
          <Button
            key={button}
            onClick={() =>
              onAsk({
                title: `${button} in ${name}?`,
                text: `${text} ${WHEN}`,
                action: 'Save',
                make: () => ({ kind: 'sayPayroll', planId, onePayroll }),
                done: `The payroll of ${name} is saved. It counts from the next edition: ‘Publish anew’ makes one of each closed month.`,
              })
            }
          >
            {button}
          </Button>
        ))}
      </div>
    </Card>
  );
}
