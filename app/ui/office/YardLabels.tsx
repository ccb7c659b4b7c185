export interface YardLabel {
  number: string;
  size: number;
  qr: { size: number; path: string };
}

/** A sheet of labels: the code for a camera, the number for everybody else, large enough to read from the cab. */
export function YardLabels({ company, phone, labels }: { company: string; phone: string; labels: YardLabel[] }) {
  return (
    <ul className="labels">
      {labels.map(({ number, size, qr }) => (
        <li key={number}>
          <svg
            role="img"
            aria-label={`QR code of dumpster ${number}`}
            viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`}
            shapeRendering="crispEdges"
          >
            <rect x="-4" y="-4" width="100%" height="100%" fill="#fff" />
            <path d={qr.path} fill="#000" />
          </svg>
          <div>
            <b>{number}</b>
            <span>{size} yards</span>
            <small>
              {company}, <span className="num">{phone}</span>
            </small>
          </div>
        </li>
      ))}
    </ul>
  );
}
