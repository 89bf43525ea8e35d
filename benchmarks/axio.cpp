// Random play of AXIO for two to four seats in C++17: what `spielwerk bench` measures our kernels against.
//
// It draws the same random numbers and numbers moves as the rules do, so it plays the same games: the benchmark
// compares plies, tracks and ranks before it takes any time. Rule ids are those of docs/games/axio.md. What serves
// bots and records alone (what hands are known to lack, which tiles lie) is left out.

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace {

constexpr int SEATS = 4, COLOURS = 5, KINDS = 15, FIELDS = 5, SIDE = 13, STRIDE = 16, CELLS = (SIDE + 2) * STRIDE;
constexpr int WORDS = 4, WAYS = 2, HAND = 5, GOAL = 18, PYRAMIDS = 20;
constexpr int STEPS[] = {1, -1, STRIDE, -STRIDE};
constexpr int SHIFTS[WAYS] = {1, STRIDE};  // from a tile's lower cell to its higher one
constexpr std::uint8_t EMPTY = COLOURS, EDGE = COLOURS + 1;

using Words = std::uint64_t[WORDS];  // one bit per cell

// The parts: what they are, and a table for each number of seats

struct Printed {
    int column, row, colour;
};
constexpr Printed PRINTED[FIELDS] = {{7, 3, 2}, {3, 7, 3}, {7, 7, 4}, {11, 7, 1}, {7, 11, 0}};  // AX-2, by cell

struct Table {
    std::uint8_t board[CELLS];
    Words free, near[FIELDS];  // `near`: the cells beside a printed field
};

void set(Words &words, int cell) { words[cell >> 6] |= std::uint64_t{1} << (cell & 63); }

struct Parts {
    std::uint8_t colours[KINDS][2], turns[KINDS], tiles[KINDS];
    std::uint8_t symbols[KINDS];  // one bit per colour
    Table tables[SEATS + 1];
    int in_all = 0;

    Parts() {
        int kind = 0;
        for (int one = 0; one < COLOURS; ++one)
            for (int two = one; two < COLOURS; ++two, ++kind) {
                colours[kind][0] = one;
                colours[kind][1] = two;
                symbols[kind] = 1 << one | 1 << two;
                turns[kind] = one == two ? 1 : 2;  // in how many ways it can be laid on a pair of cells
                in_all += tiles[kind] = one == two ? 4 : 8;  // AX-3
            }
        for (int seats = 2; seats <= SEATS; ++seats) {
            Table &table = tables[seats] = {};
            const int margin = SEATS - seats;  // AX-4
            std::fill_n(table.board, CELLS, EDGE);
            for (int row = 1 + margin; row <= SIDE - margin; ++row)
                for (int column = 1 + margin; column <= SIDE - margin; ++column)
                    table.board[row * STRIDE + column] = EMPTY;
            for (int field = 0; field < FIELDS; ++field) {
                const int cell = PRINTED[field].row * STRIDE + PRINTED[field].column;
                table.board[cell] = PRINTED[field].colour;
                for (int step : STEPS) set(table.near[field], cell + step);
            }
            for (int cell = 0; cell < CELLS; ++cell)
                if (table.board[cell] == EMPTY) set(table.free, cell);
        }
    }
};

const Parts PARTS;

// Luck: SplitMix64, and Lemire's unbiased numbers

constexpr std::uint64_t GOLDEN = 0x9E3779B97F4A7C15;

std::uint64_t scramble(std::uint64_t word) {
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9;
    word = (word ^ word >> 27) * 0x94D049BB133111EB;
    return word ^ word >> 31;
}

class Luck {
    std::uint64_t state_;

    std::uint64_t next() { return scramble(state_ += GOLDEN) >> 32; }

   public:
    Luck(std::uint64_t seed, std::uint64_t number) : state_(scramble(scramble(seed + GOLDEN) ^ number * GOLDEN)) {}

    int below(std::uint64_t bound) {
        std::uint64_t product = next() * bound;
        if ((product & 0xFFFFFFFF) < bound) {
            const std::uint64_t skewed = ((std::uint64_t{1} << 32) - bound) % bound;
            while ((product & 0xFFFFFFFF) < skewed) product = next() * bound;
        }
        return static_cast<int>(product >> 32);
    }
};

int nth_bit(std::uint64_t word, int k) {
    int place = 0;
    for (int width : {32, 16, 8, 4, 2, 1}) {
        const int below = __builtin_popcountll(word >> place & ((std::uint64_t{1} << width) - 1));
        const bool beyond = k >= below;
        place += beyond ? width : 0;
        k -= beyond ? below : 0;
    }
    return place;
}

// One game

class Game {
    const Table &table_;
    Luck luck_;
    int seats_, seat_, opening_, bonus_ = 0, closed_ = 0, in_bag_ = PARTS.in_all, beside_bag_ = 0;
    unsigned touched_ = 0;  // one bit per printed field
    bool choosing_ = false, over_ = false;
    Words free_;
    std::uint8_t board_[CELLS], tracks_[SEATS][COLOURS] = {}, pyramids_[PYRAMIDS];
    std::uint8_t hands_[SEATS][KINDS] = {}, held_[SEATS] = {}, bag_[KINDS], shown_[KINDS] = {};

   public:
    Game(int seats, Luck luck) : table_(PARTS.tables[seats]), luck_(luck), seats_(seats), opening_(seats) {
        std::memcpy(board_, table_.board, sizeof board_);
        std::memcpy(free_, table_.free, sizeof free_);
        std::memcpy(bag_, PARTS.tiles, sizeof bag_);
        for (seat_ = 0; seat_ < seats_; ++seat_) draw(HAND);  // AX-5
        seat_ = 0;
    }

    int play() {
        int plies = 0;
        for (; !over_; ++plies) {
            if (choosing_) {
                choosing_ = false;
                luck_.below(2) == 0 ? swap() : end_turn();
            } else {
                place();
            }
        }
        return plies;
    }

    const std::uint8_t *tracks(int seat) const { return tracks_[seat]; }

    int rank(int seat) const {
        int rank = 1;
        std::uint8_t own[COLOURS], others[COLOURS];
        sort_tracks(seat, own);
        for (int other = 0; other < seats_; ++other) {
            sort_tracks(other, others);
            rank += std::lexicographical_compare(own, own + COLOURS, others, others + COLOURS);  // AX-18
        }
        return rank;
    }

   private:
    void sort_tracks(int seat, std::uint8_t *sorted) const {
        std::memcpy(sorted, tracks_[seat], COLOURS);
        std::sort(sorted, sorted + COLOURS);
    }

    void draw(int tiles) {
        for (; tiles > 0; --tiles) {
            const int point = luck_.below(in_bag_);
            int kind = 0, passed = 0;
            for (int k = 0; k < KINDS - 1; ++k) {
                passed += bag_[k];
                kind += passed <= point;
            }
            --bag_[kind];
            --in_bag_;
            ++hands_[seat_][kind];
            ++held_[seat_];
        }
    }

    std::uint64_t pairs(int word, int way) const {
        const int shift = SHIFTS[way];
        std::uint64_t beyond = free_[word] >> shift;
        if (word + 1 < WORDS) beyond |= free_[word + 1] << (64 - shift);
        const std::uint64_t found = free_[word] & beyond;  // AX-6
        return opening_ > 0 ? found & beside_fresh_fields(word, shift) : found;
    }

    std::uint64_t beside_fresh_fields(int word, int shift) const {  // AX-7
        std::uint64_t here = 0, beyond = 0;
        for (int field = 0; field < FIELDS; ++field)
            if (!(touched_ >> field & 1)) {
                here |= table_.near[field][word];
                if (word + 1 < WORDS) beyond |= table_.near[field][word + 1];
            }
        return here | here >> shift | beyond << (64 - shift);
    }

    void place() {
        std::uint64_t found[WORDS * WAYS];
        int counts[WORDS * WAYS], n_pairs = 0, turns = 0;
        for (int word = 0; word < WORDS; ++word)
            for (int way = 0; way < WAYS; ++way) {
                const int k = word * WAYS + way;
                found[k] = pairs(word, way);
                n_pairs += counts[k] = __builtin_popcountll(found[k]);
            }
        const std::uint8_t *hand = hands_[seat_];
        for (int kind = 0; kind < KINDS; ++kind) turns += std::min<int>(hand[kind], 1) * PARTS.turns[kind];
        const int chosen = luck_.below(n_pairs * turns);
        int pair = chosen / turns, turn = chosen % turns, kind = 0, k = 0, passed = 0, before = 0;
        for (int other = 0; other < KINDS; ++other) {  // to the end, as where to stop could not be predicted
            passed += std::min<int>(hand[other], 1) * PARTS.turns[other];
            kind += passed <= turn;
            before = passed <= turn ? passed : before;
        }
        turn -= before;
        for (; pair >= counts[k]; ++k) pair -= counts[k];
        const int first = k / WAYS * 64 + nth_bit(found[k], pair);
        lay(kind, turn, first, first + SHIFTS[k % WAYS]);
    }

    void lay(int kind, int turn, int first, int second) {
        const int one = PARTS.colours[kind][turn], two = PARTS.colours[kind][1 - turn];
        --hands_[seat_][kind];
        --held_[seat_];
        board_[first] = one;
        board_[second] = two;
        cover(first);
        cover(second);
        if (opening_ > 0) {
            for (int field = 0; field < FIELDS; ++field)
                for (int cell : {first, second})
                    touched_ |= (table_.near[field][cell >> 6] >> (cell & 63) & 1) << field;
            --opening_;
        }
        const int points_one = line_points(first, second, one), points_two = line_points(second, first, two);  // AX-8
        gain(one, points_one);  // AX-9
        gain(two, points_two);
        const bool has_room = set_pyramids();
        if (!has_room || std::all_of(tracks_[seat_], tracks_[seat_] + COLOURS, [](int at) { return at == GOAL; }))
            over_ = true;  // AX-16, AX-17
        else if (bonus_ > 0)
            --bonus_;  // AX-15
        else if (may_swap())
            choosing_ = true;
        else
            end_turn();
    }

    void cover(int cell) { free_[cell >> 6] &= ~(std::uint64_t{1} << (cell & 63)); }

    int line_points(int cell, int other, int colour) const {
        int points = 0;
        for (int step : STEPS)
            if (cell + step != other)
                for (int at = cell + step; board_[at] == colour; at += step) ++points;
        return points;
    }

    void gain(int colour, int points) {
        std::uint8_t &track = tracks_[seat_][colour];
        const int before = track;
        track = std::min(before + points, GOAL);       // AX-14
        bonus_ += before < GOAL && track == GOAL;      // AX-15
    }

    bool set_pyramids() {  // and return whether a tile fits anywhere
        bool has_room = false;
        Words closed;
        for (int word = 0; word < WORDS; ++word) {
            const std::uint64_t free = free_[word];
            std::uint64_t beside = free << 1 | free >> 1 | free << STRIDE | free >> STRIDE;
            if (word > 0) beside |= free_[word - 1] >> (64 - STRIDE);
            if (word + 1 < WORDS) beside |= free_[word + 1] << (64 - STRIDE);
            closed[word] = free & ~beside;
            has_room |= (free & beside) != 0;
        }
        for (int word = 0; word < WORDS; ++word)
            for (std::uint64_t left = closed[word]; left; left &= left - 1) {  // AX-10
                const int cell = 64 * word + __builtin_ctzll(left);
                pyramids_[closed_++ % PYRAMIDS] = cell;  // AX-11
                cover(cell);
                for (int colour = 0; colour < COLOURS; ++colour) {
                    int points = 0;
                    for (int step : STEPS) points += board_[cell + step] == colour;
                    gain(colour, points);
                }
            }
        return has_room;
    }

    bool may_swap() const {  // AX-13
        if (held_[seat_] == 0 || in_bag_ + beside_bag_ < HAND) return false;
        const std::uint8_t *tracks = tracks_[seat_];
        const int lowest = *std::min_element(tracks, tracks + COLOURS);
        unsigned wanted = 0, found = 0;
        for (int colour = 0; colour < COLOURS; ++colour) wanted |= (tracks[colour] == lowest) << colour;
        for (int kind = 0; kind < KINDS; ++kind)
            found |= std::min<int>(hands_[seat_][kind], 1) * (PARTS.symbols[kind] & wanted);
        return found == 0;
    }

    void return_shown() {
        if (beside_bag_ == 0) return;
        for (int kind = 0; kind < KINDS; ++kind) bag_[kind] += shown_[kind];
        in_bag_ += beside_bag_;
        beside_bag_ = 0;
    }

    void swap() {  // AX-13: the old hand is returned with the next draw
        return_shown();
        std::memcpy(shown_, hands_[seat_], KINDS);
        std::memset(hands_[seat_], 0, KINDS);
        beside_bag_ = held_[seat_];
        held_[seat_] = 0;
        draw(HAND);
        pass();
    }

    void end_turn() {
        return_shown();
        draw(std::min(HAND - held_[seat_], in_bag_));  // AX-12
        pass();
    }

    void pass() { seat_ = seat_ + 1 == seats_ ? 0 : seat_ + 1; }
};

}  // namespace

// Play games `number`, `number` + 1, … of `seed`; write a row each, as `spielwerk.rules.batch.Results` has them.
extern "C" void random_games(std::int64_t seats, std::int64_t games, std::uint64_t seed, std::uint64_t number,
                             std::int64_t *plies, std::int64_t *ranks, std::int64_t *scores) {
    for (std::int64_t i = 0; i < games; ++i) {
        Game game(static_cast<int>(seats), Luck(seed, number + i));
        plies[i] = game.play();
        for (int seat = 0; seat < seats; ++seat) {
            ranks[i * seats + seat] = game.rank(seat);
            std::copy_n(game.tracks(seat), COLOURS, scores + (i * seats + seat) * COLOURS);
        }
    }
}
