// Whether there is such a thing in a game now. Values inside a run always stand for something; one that comes from
// outside may be anything.
#pragma once

#include "runtime/vm/world.h"

namespace reeve {

// Numbers exist within their range; a way to lay something exists if what it names does, whether or not it can be done.
bool Exists(const World& world, Class cls, Value thing);

}  // namespace reeve
