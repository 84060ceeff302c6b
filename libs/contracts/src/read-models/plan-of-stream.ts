/** The plan in a stream's name, if one plan owns the stream. */
export function planOfStream(stream: string): string | null {
  const [, ofPlan, ofMonth] =
    /^(?:(?:plan|insuranceRates)-(.+)|(?:memberSnapshots|assetsOwned)-(.+)-\d{6})$/.exec(stream) ?? [];
  return ofPlan ?? ofMonth ?? null;
}
