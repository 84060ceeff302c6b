export function Logo({ size = 26, inverse = false }: { size?: number; inverse?: boolean }) {
  const ground = inverse ? '#F3FAF7' : '#0D3F39';
  const mark = inverse ? '#0D3F39' : '#F3FAF7';
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden className="shrink-0">
      <rect width="32" height="32" rx="8" fill={ground} />
      <g fill="none" stroke={mark} strokeWidth="2.6" strokeLinecap="round">
        <path d="M7.5 20.5a8.5 8.5 0 0 1 17 0" />
        <path d="M12 20.5a4 4 0 0 1 8 0" opacity=".75" />
      </g>
      <circle cx="16" cy="20.6" r="1.9" fill="#E9B42A" />
      <path d="M6 25h20" stroke={mark} strokeWidth="2" strokeLinecap="round" opacity=".45" />
    </svg>
  );
}
