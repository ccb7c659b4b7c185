import type { VisitFee } from "~/domain/charges/visit-fee.server";
import { managePaths } from "~/manage-paths";
import { paths } from "~/paths";

/** Where the fee of a visit can be questioned, with its proof. */
export function FeeLink({ number, fee }: { number: string; fee: VisitFee }) {
  return (
    fee.chargeId !== null && (
      <a className="inline-block py-2" href={managePaths.question({ booking: number, charge: fee.chargeId })}>
        See the proof
      </a>
    )
  );
}

/** What is in the truck's way, as its driver saw it (domain.md, 4.8). */
export function InTheWay({ photos }: { photos: readonly string[] }) {
  return photos.map((capability, i) => (
    <p key={capability}>
      <a href={paths.photo(capability)}>
        <img
          className="h-auto max-w-full"
          src={paths.photo(capability)}
          alt={`What is in the way, photo ${i + 1} of ${photos.length}`}
          loading="lazy"
        />
      </a>
    </p>
  ));
}
