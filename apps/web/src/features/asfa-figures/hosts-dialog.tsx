import { asfaHosts } from '@superscope/contracts/asfa';
import { FormDialog } from '../../portal/forms/form-dialog';
import { useRequestForm } from '../../portal/forms/use-request-form';
import { useMay } from '../../portal/user/use-may';
import { DetailDialog } from '../../ui/detail-dialog';
import { TextAreaField } from '../../ui/text-area-field';
import { useSetHostsMutation } from './asfa-figures.api';

interface Props {
  hosts: readonly string[];
  revision: number;
  onClose: () => void;
}

/** The hosts from which documents may be fetched. Admins change them. */
export function HostsDialog(props: Props) {
  const mayChange = useMay('retirement-standard.hosts');
  return mayChange ? <HostsForm {...props} /> : <HostsList {...props} />;
}

const HostsList = ({ hosts, onClose }: Props) => (
  <DetailDialog
    title="Hosts of documents"
    note="Documents are fetched from these hosts only. An Admin can change the list."
    onClose={onClose}
  >
    {hosts.length === 0 ? (
      <p className="mt-4">No host is listed, so documents are only read from files.</p>
    ) : (
      <ul className="mt-4 grid gap-1.5">
        {hosts.map((host) => (
          <li key={host} className="wrap-anywhere">
            {host}
          </li>
        ))}
      </ul>
    )}
  </DetailDialog>
);

const linesOf = (text: string) =>
  text
    .split(/\s+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

function HostsForm({ hosts, revision, onClose }: Props) {
  const [setHosts] = useSetHostsMutation();
  const form = useRequestForm({
    of: 'hosts',
    schema: asfaHosts,
    values: { hosts: hosts.join('\n') },
    request: (fields) => ({ hosts: linesOf(fields.hosts) }),
    revision,
    send: (body, revision) => setHosts({ ...body, revision }).unwrap(),
    onDone: onClose,
    failed: 'The list could not be saved. Please try again.',
  });
  const { error, ...field } = form.choice('hosts');
  return (
    <FormDialog
      title="Hosts of documents"
      action="Save list"
      intro="Documents are fetched from these hosts only, each with https. Write one in each line."
      form={form}
      onClose={onClose}
    >
      <TextAreaField label="Hosts" maxLength={5000} {...field} />
      {error !== undefined && (
        <p role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </FormDialog>
  );
}
