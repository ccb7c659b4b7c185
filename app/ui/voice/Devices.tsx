import { useEffect, useState } from "react";
import type { Telephone } from "./use-telephone";

interface Choice {
  id: string;
  name: string;
}

/** Microphone, loudspeaker and how loud. */
export function Devices({ phone, isReady, volume }: { phone: Telephone; isReady: boolean; volume: number }) {
  const [found, setFound] = useState<{ inputs: Choice[]; outputs: Choice[]; input: string }>({
    inputs: [],
    outputs: [],
    input: "",
  });
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    if (!isReady) return;
    void phone.device().then((device) => {
      const audio = device?.audio;
      if (!audio) return;
      const list = (devices: Map<string, MediaDeviceInfo>) =>
        [...devices].map(([id, { label }], i) => ({ id, name: label || `Device ${i + 1}` }));
      setFound({
        inputs: list(audio.availableInputDevices),
        outputs: audio.isOutputSelectionSupported ? list(audio.availableOutputDevices) : [],
        input: audio.inputDevice?.deviceId ?? "",
      });
    });
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isReady]);
  const choose = (of: "input" | "output", id: string) =>
    void phone
      .device()
      .then((device) => (of === "input" ? device?.audio?.setInputDevice(id) : device?.audio?.speakerDevices.set(id)))
      .then(
        () => setRefused(false),
        () => setRefused(true),
      );
  return (
    <div className="devices">
      {found.inputs.length > 0 && (
        <Select label="Microphone" choices={found.inputs} first={found.input} choose={(id) => choose("input", id)} />
      )}
      {found.outputs.length > 0 && (
        <Select label="Loudspeaker" choices={found.outputs} first="" choose={(id) => choose("output", id)} />
      )}
      {isRefused && <p role="alert">That device cannot be used. Choose another one.</p>}
      <label>
        Volume
        <input
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={volume}
          onChange={(event) => phone.put({ kind: "volume", volume: Number(event.target.value) })}
        />
      </label>
    </div>
  );
}

function Select({
  label,
  choices,
  first,
  choose,
}: {
  label: string;
  choices: Choice[];
  first: string;
  choose: (id: string) => void;
}) {
  return (
    <label>
      {label}
      <select className="input" defaultValue={first} onChange={(event) => choose(event.target.value)}>
        {!choices.some(({ id }) => id === first) && <option value="">The system’s own</option>}
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
