/** A roll-off truck in front of the sun, to scale (16 units are one foot), with a person of 5 ft 9 in. Decorative. */
export function HeroScene() {
  return (
    <svg className="hero-art" viewBox="0 0 640 310" aria-hidden="true" focusable="false">
      <circle className="sun" cx="330" cy="310" r="318" />
      <g fill="#0e1f1e">
        <path d="M60 252h400v14H60zM452 150h66q10 0 16 9l28 47q6 10 6 20v40H452z" />
        {[118, 178, 398, 520].map((x) => (
          <circle key={x} cx={x} cy="284" r="27" />
        ))}
      </g>
      <path className="steel" d="M66 162h346v78H66z" />
      <path stroke="#0e1f1e" strokeWidth="7" opacity=".45" d="M100 172v62M142 172v62M184 172v62M226 172v62M268 172v62M310 172v62M352 172v62M388 172v62" />
      <path fill="#fff" d="M58 154h362v12H58zM58 236h362v10H58z" />
      <path fill="#ffc62b" d="M478 166h36l24 40h-60z" />
      {[118, 178, 398, 520].map((x) => (
        <circle key={x} cx={x} cy="284" r="11" fill="#fff" />
      ))}
      <g fill="#0e1f1e" transform="translate(38 310) scale(1.6)">
        <circle cy="-53" r="4.5" />
        <path d="M-6-46q6-3 12 0l2 22h-3l-1 24h-3l-1-20-1 20h-3l-1-24h-3z" />
      </g>
    </svg>
  );
}
