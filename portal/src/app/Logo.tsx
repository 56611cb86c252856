/** The mark of the product: a P carried over a canoe. Also drawn in public/favicon.svg. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#14664b" />
      <g fill="none" strokeLinecap="round" strokeLinejoin="round">
        <path d="M12 19.5V7.5h5.2a4 4 0 0 1 0 8H12" stroke="#fff" strokeWidth="3.2" />
        <path d="M6.5 22.5c5 3.4 14 3.4 19 0" stroke="#8fe0bd" strokeWidth="2.8" />
      </g>
    </svg>
  );
}
