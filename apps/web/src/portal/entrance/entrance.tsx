import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo';
import { AboutLinks } from './about-links';

const Hills = () => (
  <svg viewBox="0 0 640 900" preserveAspectRatio="xMidYMax slice" className="absolute inset-0 size-full" aria-hidden>
    <circle cx="452" cy="508" r="86" fill="#E9B42A" />
    <path d="M0 560c120-60 210-70 330-30s210 20 310-40v410H0z" fill="#17564C" />
    <path d="M0 640c90-30 190-70 300-40s220 60 340 0v300H0z" fill="#1D6A5D" />
    <path d="M0 730c140-70 260-40 350-20s200 10 290-40v230H0z" fill="#124A42" />
    <path d="M0 820c120-40 240-50 360-20s190 20 280-10v110H0z" fill="#0A332E" />
    <g fill="none" stroke="#F3FAF7" strokeOpacity=".08">
      {[0, 1, 2, 3, 4, 5].map((line) => (
        <path key={line} d={`M0 ${752 + line * 22}c140-70 260-40 350-20s200 10 290-40`} />
      ))}
    </g>
  </svg>
);

/** The frame of the pages before sign-in: the picture at the left, the form in the middle of the rest. */
export const EntranceFrame = ({ children }: { children: ReactNode }) => (
  <div className="grid min-h-screen bg-surface lg:grid-cols-[minmax(0,11fr)_minmax(0,13fr)]">
    <aside
      aria-label="About Superscope"
      className="relative hidden overflow-hidden bg-[#0D3F39] text-[#F3FAF7] lg:block"
    >
      <Hills />
      <div className="relative p-14">
        <span className="flex items-center gap-3">
          <Logo size={34} inverse />
          <span className="text-[22px] font-[650] tracking-[-0.01em]">Superscope</span>
        </span>
        <p className="mt-14 max-w-[420px] text-[32px] font-[600] leading-[40px] tracking-[-0.015em]">
          See how your people are tracking for retirement.
        </p>
        <p className="mt-4 max-w-[400px] text-lg text-[#B5D6CD]">
          Plan SuperScore, five areas of fund fitness, and what each campaign changed.
        </p>
      </div>
    </aside>
    <main className="flex flex-col px-6 py-8 sm:px-16">
      <span className="flex items-center gap-2.5 lg:hidden">
        <Logo />
        <b className="text-lg font-[650]">Superscope</b>
      </span>
      <div className="m-auto w-full max-w-[400px] py-10">{children}</div>
      <footer className="space-y-2 text-sm text-ink-3">
        <AboutLinks />
        <p>General information about your plan, not personal advice.</p>
      </footer>
    </main>
  </div>
);

export const EntranceTitle = ({ title, note }: { title: string; note?: string }) => (
  <>
    <h1 className="text-[28px] font-[650] leading-9 tracking-[-0.015em]">{title}</h1>
    {note && <p className="mt-1 text-md text-ink-2">{note}</p>}
  </>
);
