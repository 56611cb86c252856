/** The mark of the product: a P whose stem is a path that turns back to the road. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#14664b" />
      <g fill="none" strokeLinecap="round" strokeLinejoin="round">
        <path d="M9 25V9.5h8.2a5.3 5.3 0 0 1 0 10.6H9" stroke="#fff" strokeWidth="3.4" />
        <path d="M14.5 16.6 9 20.1l5.5 3.5" stroke="#8fe0bd" strokeWidth="2.6" />
      </g>
    </svg>
  );
}
