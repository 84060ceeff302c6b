/** The plan in a stream's name, if one plan owns the stream. */
export function planOfStream(stream: string): string | null {
  const [, ofPlan, ofContacts, ofMonth] =
    /^(?:(?:plan|insuranceRates)-(.+)|providerContacts-(.+\..+)|(?:memberSnapshots|assetsOwned)-(.+)-\d{6})$/.exec(
      stream,
    ) ?? [];
  return ofPlan ?? ofContacts ?? ofMonth ?? null;
}
