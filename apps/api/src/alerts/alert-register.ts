import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { alertsStream, type AlertAddress, type Alerts } from '@superscope/domain/alerts/alerts';
import { EventStore } from '@superscope/event-store/event-store';
import { KeyVault } from '@superscope/event-store/keys/key-vault';

/** An address with the key that signs what it is sent; null for mails. */
export type SigningAddress = AlertAddress & { key: string | null };

/** Who hears of alerts, and who has which in hand. */
@Injectable()
export class AlertRegister {
  private known: { alerts: Alerts; addresses: readonly SigningAddress[] } | null = null;

  constructor(
    private readonly store: EventStore,
    private readonly vault: KeyVault,
  ) {}

  async read(): Promise<Alerts> {
    return (await this.store.load(alertsStream, '')).state;
  }

  /** As it stood last while the event store or the vault is away, which is when alerts are needed. Throws if nothing was read before. */
  async lastKnown(): Promise<{ alerts: Alerts; addresses: readonly SigningAddress[] }> {
    try {
      const alerts = await this.read();
      const addresses = await Promise.all(
        alerts.addresses.map(async (each) => ({ ...each, key: each.form === 'mail' ? null : await this.keyOf(each) })),
      );
      this.known = { alerts, addresses };
    } catch (error) {
      if (this.known === null) throw error;
    }
    return this.known;
  }

  /** The key that signs an address's messages. It follows from a secret of the vault, so it is stored nowhere. */
  async keyOf({ addressId, keyVersion }: Pick<AlertAddress, 'addressId' | 'keyVersion'>): Promise<string> {
    const secret = await this.vault.secret('alertKeys');
    return createHmac('sha256', secret).update(`${addressId}/${keyVersion}`).digest('base64url');
  }

  /** Makes an address unreadable everywhere once it is removed, and never anything else that has a key. It can be repeated. */
  async forgetRemoved(addressId: string): Promise<void> {
    const { addresses, removed } = await this.read();
    if (removed.includes(addressId) && addresses.every((each) => each.addressId !== addressId))
      await this.vault.destroy(addressId);
  }
}
