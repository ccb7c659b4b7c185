import { MediaStreamTrack, RTCPeerConnection, RTCRtpCodecParameters, RtpHeader, RtpPacket } from "werift";
import { PACKET_SAMPLES, type Sound } from "./sound.server";

/** What a browser's line is like: `lossPercent` of the packets are lost each way, `isCut`: none comes through at all. */
export interface LineQuality {
  lossPercent: number;
  isCut: boolean;
}

/** A browser's end of a call: its sound, its keys, and what is done to its line. */
export interface Leg extends Sound {
  quality: LineQuality;
  /** Keys that it pressed (RFC 4733). */
  onDigit: (digit: string) => void;
  /** Its offer answered, or ours made and its answer taken: SDP with all candidates, as the SDK never trickles. */
  answer(offer: string): Promise<string>;
  offer(): Promise<string>;
  accept(answer: string): Promise<void>;
  close(): void;
}

const KEYS = "0123456789*#";
const GATHER_MS = 2_000;
const pcmu = () => new RTCRtpCodecParameters({ mimeType: "audio/PCMU", clockRate: 8_000, channels: 1, payloadType: 0 });
const keys = () =>
  new RTCRtpCodecParameters({ mimeType: "audio/telephone-event", clockRate: 8_000, channels: 1, payloadType: 126 });

/** One peer connection on this machine; packets are relayed between them, because SDP cannot be. */
export function openLeg(): Leg {
  const quality: LineQuality = { lossPercent: 0, isCut: false };
  const connection = new RTCPeerConnection({
    codecs: { audio: [pcmu(), keys()] },
    iceServers: [],
    iceUseIpv6: false,
    iceAdditionalHostAddresses: ["127.0.0.1"],
    iceFilterStunResponse: () => !quality.isCut,
  });
  const track = new MediaStreamTrack({ kind: "audio" });
  const transceiver = connection.addTransceiver(track, { direction: "sendrecv" });
  const isLost = () => quality.isCut || Math.random() * 100 < quality.lossPercent;
  let sent = 0;
  let lastKey = -1;
  const leg: Leg = {
    quality,
    listener: null,
    onDigit: () => undefined,
    hear(packet) {
      const [sequenceNumber, timestamp] = [sent & 0xffff, (sent * PACKET_SAMPLES) >>> 0];
      sent++;
      if (isLost()) return;
      const header = new RtpHeader({
        version: 2,
        payloadType: 0,
        sequenceNumber,
        timestamp,
        ssrc: 1,
        marker: sent === 1,
      });
      track.writeRtp(new RtpPacket(header, packet));
    },
    async answer(offer) {
      await connection.setRemoteDescription({ type: "offer", sdp: withoutWideKeys(offer) });
      await connection.setLocalDescription(await connection.createAnswer());
      return gathered();
    },
    async offer() {
      await connection.setLocalDescription(await connection.createOffer());
      return gathered();
    },
    async accept(answer) {
      await connection.setRemoteDescription({ type: "answer", sdp: answer });
    },
    close() {
      leg.listener = null;
      void connection.close();
    },
  };
  transceiver.onTrack.subscribe((theirs) =>
    theirs.onReceiveRtp.subscribe((packet) => {
      if (packet.header.payloadType === 126) return key(packet);
      if (!isLost()) leg.listener?.(Buffer.from(packet.payload));
    }),
  );

  /** A key comes as many packets; its end has a bit of its own and comes three times. */
  function key({ payload, header }: RtpPacket): void {
    const [digit = 255, flags = 0] = payload;
    if ((flags & 0x80) === 0 || header.timestamp === lastKey) return;
    lastKey = header.timestamp;
    const pressed = KEYS[digit];
    if (pressed) leg.onDigit(pressed);
  }

  async function gathered(): Promise<string> {
    if (connection.iceGatheringState !== "complete")
      await Promise.race([
        connection.iceGatheringStateChange.watch((state) => state === "complete"),
        new Promise((resolve) => setTimeout(resolve, GATHER_MS).unref()),
      ]);
    return connection.localDescription?.sdp ?? "";
  }
  return leg;
}

/** werift matches codecs by name alone: without this it answers keys at 48 kHz, and each lasts six times too long. */
function withoutWideKeys(offer: string): string {
  const wide = [...offer.matchAll(/^a=rtpmap:(\d+) telephone-event\/(?!8000)\d+/gm)].map(([, type = ""]) => type);
  return wide.reduce(
    (sdp, type) =>
      sdp
        .replace(new RegExp(`^a=(rtpmap|fmtp|rtcp-fb):${type} .*\\r\\n`, "gm"), "")
        .replace(new RegExp(`^(m=audio .*?) ${type}(?= |\\r)`, "m"), "$1"),
    offer,
  );
}
