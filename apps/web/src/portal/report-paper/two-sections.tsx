/** A section of a custom page of the Policy Committee Report. */
export interface PaperSection {
  id: string;
  heading: string;
  items: readonly { id: string; text: string; note: string | null }[];
}

/** The sections of a custom page, one below the other. `edited`: the id of the section or item that is being edited. */
export const TwoSections = ({ sections, edited }: { sections: readonly PaperSection[]; edited?: string }) => (
  <>
    {sections.map(({ id, heading, items }) => (
      <section key={id} aria-label={heading} className={id === edited ? OUTLINED : undefined}>
        <h2 className="border-b pb-[6px] text-[17px] font-[650] leading-6">{heading}</h2>
        <ul className="mt-[8px] list-disc space-y-[10px] pl-[22px]">
          {items.map((item) => (
            <li key={item.id} className={item.id === edited ? OUTLINED : undefined}>
              <p className="whitespace-pre-line text-[14px] leading-[20px] wrap-anywhere">{item.text}</p>
              {item.note !== null && (
                <p className="whitespace-pre-line text-[12px] leading-[16px] text-ink-3 wrap-anywhere">{item.note}</p>
              )}
            </li>
          ))}
        </ul>
      </section>
    ))}
  </>
);

const OUTLINED = 'rounded-sm bg-info-soft outline outline-2 outline-offset-4 outline-focus';
