import { Heart } from "#ui/heart.tsx";
import { useText } from "#ui/text.tsx";
import { toggleFavourite, useViewer } from "#ui/viewer.ts";

/** Keeps a store; a visitor is asked to join first (the viewer store does that). */
export function FavouriteHeart({ internalName, name }: { internalName: string; name: string }) {
  const t = useText();
  const { favourites } = useViewer();
  return (
    <Heart
      label={t("Keep {{store}} in your stores", { store: name })}
      pressed={favourites.has(internalName)}
      onPress={() => void toggleFavourite(internalName)}
    />
  );
}
