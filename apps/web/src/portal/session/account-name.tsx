interface Props {
  account: { username: string; name: string | null; emailOrDomain: string | null };
}

/** The owner of an account: the name, with their login and e-mail address. */
export const AccountName = ({ account: { username, name, emailOrDomain } }: Props) => (
  <>
    <p className="wrap-anywhere font-semibold">{name ?? username}</p>
    <p className="wrap-anywhere text-sm text-ink-3">
      {[...new Set([...(name === null ? [] : [username]), emailOrDomain])].filter((text) => text !== null).join(' · ')}
    </p>
  </>
);
