// A modal dialog that stands in the page while it is open.
import { useLayoutEffect, useRef } from './ui.ts';

/**
 * @param isOpen whether the dialog is drawn
 * @param leave what is to happen once it was closed, by a button or by Escape
 * @returns what the dialog is drawn with (`ref`, `onClose`), and what closes it
 */
export function useModal(isOpen: boolean, leave: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  // Before the next key comes, which is meant for the dialog.
  useLayoutEffect(() => {
    if (isOpen) ref.current!.showModal();
  }, [isOpen]);
  const close = () => {
    ref.current!.close();
    leave();
  };
  // The browser tells a frame late that a dialog was closed: by then another one may be open, which must stay.
  const onClose = ({ currentTarget }: { readonly currentTarget: unknown }) => {
    if (currentTarget === ref.current) leave();
  };
  return { ref, onClose, close };
}
