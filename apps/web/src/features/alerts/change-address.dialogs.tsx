import type { AddedAddress, AlertAddressInfo } from '@superscope/contracts/alerts';
import { Failure } from '../../portal/api/failure';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { useRemoveAlertAddressMutation, useReplaceAlertKeyMutation } from './alert-list.api';

interface Props<Answer> {
  address: AlertAddressInfo;
  onDone: (answer: Answer) => void;
  onClose: () => void;
}

export function RemoveAddressDialog({ address: { addressId, name, where }, onDone, onClose }: Props<void>) {
  const [remove, { isLoading, error }] = useRemoveAlertAddressMutation();
  return (
    <ConfirmDialog
      title="Remove this address?"
      action="Remove"
      busy={isLoading}
      onConfirm={() =>
        void remove(addressId)
          .unwrap()
          .then(
            () => onDone(),
            () => undefined,
          )
      }
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        <b className="font-semibold text-ink">{name}</b> ({where}) hears of no alert any more. What is under way to it
        is given up.
      </p>
      <Failure error={error} otherwise="It could not be removed. Please try again." className="mt-4" />
    </ConfirmDialog>
  );
}

export function NewKeyDialog({ address: { addressId, name }, onDone, onClose }: Props<AddedAddress>) {
  const [replace, { isLoading, error }] = useReplaceAlertKeyMutation();
  return (
    <ConfirmDialog
      title="Make a new key?"
      action="Make a new key"
      busy={isLoading}
      onConfirm={() =>
        void replace(addressId)
          .unwrap()
          .then(onDone, () => undefined)
      }
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        Messages to <b className="font-semibold text-ink">{name}</b> are signed with the new key from then on. A
        receiver that checks signatures refuses them until it has it.
      </p>
      <Failure error={error} otherwise="No key was made. Please try again." className="mt-4" />
    </ConfirmDialog>
  );
}
