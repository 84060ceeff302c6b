import type { AddedAddress, Alert, AlertAddressInfo, AlertList } from '@superscope/contracts/alerts';
import { Plus, Send } from 'lucide-react';
import { useState } from 'react';
import { Failure } from '../../portal/api/failure';
import { NotLoaded } from '../../portal/api/not-loaded';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { may } from '../../portal/user/user';
import { useStoreState } from '../../portal/state';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { MessageBox } from '../../ui/message-box';
import { Bone, Skeleton } from '../../ui/states';
import { Told } from '../../ui/told';
import { usePageTitle } from '../../ui/use-page-title';
import { AcknowledgeAlertDialog } from './acknowledge-alert.dialog';
import { AddAddressDialog } from './add-address.dialog';
import { AddressesCard, type AddressChanges } from './addresses-card';
import { useAlertsQuery, useReleaseAlertMutation, useTestAlertsMutation } from './alert-list.api';
import { NewKeyDialog, RemoveAddressDialog } from './change-address.dialogs';
import { KeyShownDialog } from './key-shown.dialog';
import { MuteAlertDialog } from './mute-alert.dialog';
import { NowCard } from './now-card';
import { TestCard } from './test-card';
import { ToldCard } from './told-card';

const EVERY_MS = 5_000;

type Open =
  | { dialog: 'acknowledge' | 'mute'; alert: Alert }
  | { dialog: 'add' }
  | { dialog: 'remove' | 'newKey'; address: AlertAddressInfo }
  | { dialog: 'key'; name: string; key: string }
  | null;

export function AlertsPage() {
  usePageTitle('Alerts');
  const user = useStoreState((state) => state.session.user);
  const mayChange = may(user, 'alerts.addresses');
  const { data, isError, error, refetch } = useAlertsQuery(undefined, {
    pollingInterval: EVERY_MS,
    skipPollingIfUnfocused: true,
  });
  const [open, setOpen] = useState<Open>(null);
  const [test, tested] = useTestAlertsMutation();
  const hasAddresses = (data?.addresses.length ?? 0) > 0;
  return (
    <>
      <PlainHeader
        title="Alerts"
        note="What complains, who hears of it, and who has it in hand."
        right={
          mayChange && (
            <div className="flex flex-wrap gap-2">
              {hasAddresses && (
                <Button icon={Send} busy={tested.isLoading} onClick={() => void test({})}>
                  Send a test to all
                </Button>
              )}
              <Button kind="primary" icon={Plus} onClick={() => setOpen({ dialog: 'add' })}>
                Add address
              </Button>
            </div>
          )
        }
      />
      {data ? (
        <Alerts
          list={data}
          isOutdated={isError}
          mayChange={mayChange}
          open={open}
          setOpen={setOpen}
          onTest={({ addressId }) => void test({ addressId })}
          tested={tested}
        />
      ) : isError ? (
        <Card className="grid min-h-72">
          <NotLoaded
            what="The alerts"
            note="They are asked for again by themselves every few seconds."
            error={error}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : (
        <Skeleton label="the alerts">
          <Bone className="h-72 !rounded-lg" />
          <Bone className="mt-4 h-48 !rounded-lg" />
        </Skeleton>
      )}
    </>
  );
}

interface AlertsProps {
  list: AlertList;
  /** The last request failed. */
  isOutdated: boolean;
  mayChange: boolean;
  open: Open;
  setOpen: (open: Open) => void;
  onTest: (address: AlertAddressInfo) => void;
  tested: ReturnType<typeof useTestAlertsMutation>[1];
}

function Alerts({ list, isOutdated, mayChange, open, setOpen, onTest, tested }: AlertsProps) {
  const [told, setTold] = useState<string | null>(null);
  const [release, released] = useReleaseAlertMutation();
  const close = () => setOpen(null);
  const done = (sentence: string) => {
    close();
    setTold(sentence);
  };
  const showKey = ({ key }: AddedAddress, name: string) => {
    if (key === null) done(`${name} hears of alerts from now on.`);
    else setOpen({ dialog: 'key', name, key });
  };
  const onRelease = (alert: Alert, how: 'give-back' | 'unmute') =>
    void release({ check: alert.check, how })
      .unwrap()
      .then(
        () => setTold(how === 'unmute' ? `${alert.title} is told again.` : `Nobody has ${alert.title} in hand now.`),
        () => undefined,
      );
  const changes: AddressChanges | null = mayChange
    ? {
        onAdd: () => setOpen({ dialog: 'add' }),
        onTest,
        onNewKey: (address) => setOpen({ dialog: 'newKey', address }),
        onRemove: (address) => setOpen({ dialog: 'remove', address }),
        isTesting: tested.isLoading,
      }
    : null;
  const hasTest = changes !== null && list.addresses.length > 0;
  return (
    <>
      {told !== null && (
        <Told>
          <MessageBox key={told} tone="good" onClose={() => setTold(null)}>
            {told}
          </MessageBox>
        </Told>
      )}
      {isOutdated && (
        <div className="mb-4">
          <MessageBox tone="attention" stays>
            The portal does not answer. What follows is its last answer.
          </MessageBox>
        </div>
      )}
      <Failure
        error={released.error}
        otherwise="This could not be changed. Please try again."
        onClose={released.reset}
        className="mb-4"
      />
      <NowCard
        list={list}
        actions={{
          onAcknowledge: (alert) => setOpen({ dialog: 'acknowledge', alert }),
          onMute: (alert) => setOpen({ dialog: 'mute', alert }),
          onRelease,
        }}
      />
      <div className={cx('mt-4 grid items-start gap-4', hasTest && 'xl:grid-cols-[minmax(0,1fr)_22rem]')}>
        <AddressesCard list={list} changes={changes} />
        {hasTest && (
          <div className="xl:col-start-2 xl:row-span-2 xl:row-start-1">
            <TestCard results={tested.data} error={tested.error} busy={tested.isLoading} />
          </div>
        )}
        <ToldCard told={list.told} />
      </div>
      {open?.dialog === 'acknowledge' && (
        <AcknowledgeAlertDialog
          alert={open.alert}
          onDone={() => done(`You have ${open.alert.title} in hand.`)}
          onClose={close}
        />
      )}
      {open?.dialog === 'mute' && (
        <MuteAlertDialog
          alert={open.alert}
          onDone={(until) => done(`${open.alert.title} is muted until ${until}.`)}
          onClose={close}
        />
      )}
      {open?.dialog === 'add' && <AddAddressDialog onDone={showKey} onClose={close} />}
      {open?.dialog === 'remove' && (
        <RemoveAddressDialog
          address={open.address}
          onDone={() => done(`${open.address.name} hears of alerts no more.`)}
          onClose={close}
        />
      )}
      {open?.dialog === 'newKey' && (
        <NewKeyDialog address={open.address} onDone={(answer) => showKey(answer, open.address.name)} onClose={close} />
      )}
      {open?.dialog === 'key' && <KeyShownDialog name={open.name} signingKey={open.key} onClose={close} />}
    </>
  );
}
