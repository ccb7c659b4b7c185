import type { ReactNode } from "react";

interface PageHeadProps {
  eyebrow?: string;
  title: string;
  lead?: ReactNode;
  /** A drawing that stands on the band's lower edge. */
  art: ReactNode;
  /** Buttons. */
  children?: ReactNode;
}

/** The green band on which an information page or a service page begins: the home page's hero, smaller. */
export function PageHead({ eyebrow, title, lead, art, children }: PageHeadProps) {
  return (
    <div className="hero head">
      <div className="wrap">
        <div className="say stack">
          {eyebrow && <p className="eyebrow">{eyebrow}</p>}
          <h1>{title}</h1>
          {lead && <p className="lead">{lead}</p>}
          {children}
        </div>
        {art}
      </div>
    </div>
  );
}
